"""The journal: what is done to each file, settled where a program died in the middle.

The database itself is ``store.library.journal``. ``batches`` lists batches and reconciles them at each start;
``settle`` judges each act that was cut off by what the disk shows::

    for act in the batch:
        hold the folders it was begun in         # they may be other folders now, or missing
        verdict = settle of the act's method     # STAYED, MOVED or UNKNOWN
        write the verdict into the journal; UNKNOWN waits for the next start

``batches.give_up`` records a person's word that a disk won't come back; ``failure_reasons`` are the reasons that front
ends recognise.
"""
