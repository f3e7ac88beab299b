"""The sandbox: a process without rights that parses hostile files for us.

The program asks for one file at a time; the process answers with the bytes of the view and a last frame::

    client           starts a process when needed, sends a request, kills it when it takes too long
    child_process    the process and its pipes, as each system has them
    protocol         requests one way; frames DATA*, then END or FAILED, the other way
    read_response    checks every frame, keeps the time, hands the data on
    server           main loop inside the process: request, ``view_sink.make``, answer
    process_limits   what the process gives up first: writing, network, other programs (rlimits, audit hook, Landlock)

A process that dies or is killed costs one file its view; the next file gets a new process. Whatever the process sends
is checked before it is believed. To change the protocol, change ``protocol`` and both its users; the two sides always
come from the same installation, so there are no versions.
"""
