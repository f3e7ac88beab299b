"""Reading: read the bytes of each file once and sign or hash them on the way.

In: files as the walk listed them, in batches. Out: cache entries with signatures, or the reason why a file failed.

``sign_files`` does a batch in a worker thread: files up to 256 KiB go through ``read_batch`` into one buffer (by the
compiled loop of ``read_small_files`` on Linux) and are signed in one call; larger ones go through ``read_file``, up to
8 MiB whole and beyond that in a stream that skips holes. A file is looked at before and after; one that changed while
it was read is read once more, then given up.

``exact_duplicates`` reads as little as it can for a scan for identical files: same size, same ends, then all of it.
``first_look`` shows some identical files while a first scan waits for kernels. Single files outside a scan are read by
``workers.stall_timeout.patiently``, which never waits for ever.

To sign with one more method, add it to ``simfinder.signatures.sign``; nothing changes here.
"""
