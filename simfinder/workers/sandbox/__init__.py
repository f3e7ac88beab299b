"""The sandbox: processes without rights that open hostile files for us.

A *service* is a module that answers requests in such a process: views of archives and documents
(``scan.extract.view_service``), pictures (``gui.widgets.image_decoder.service``), overlap of large files
(``app.verify.large_files_service``). Its user in the program makes requests and decides what to make of the answers::

    client           ``Sandbox``: start the process when needed, ask it, watch it, kill it when it takes too long
    child_process    the process and its pipes, as each system has them
    protocol         requests one way; READY once, then for each request frames DATA* and END the other way
    server           main loop in the process: give up rights, read a request, have the service answer it
    opened_files     how a service gets a file: opened by the program (``file_opener``), handed over as a descriptor
    limits           what a process may take, and the rights it gives up before the first file
    seccomp          the system calls that are left to it
    landlock         the files it may still open by name: those of the program
    self_report      a service that says what confines it

A process that dies or is killed costs one answer; the next request gets a new process. Whatever it sends is checked
before it is believed. Both sides always come from the same installation, so the protocol has no versions.

To add a service, write a module with ``prepare()`` and ``answer(call)`` (``server.Service``), and ask it by
``Sandbox(name of the module, limits)``. It imports as little as it can, and opens files by ``call.open`` only.
"""
