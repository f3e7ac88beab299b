"""Use cases that the window and the command line share, free of Qt.

In: what a person asks for (options, tolerances, keep rules, marks) and the results of ``scan`` and ``search``. Out:
sessions, plans, reports, and the data that panels draw. The rooms build on each other from left to right::

    clusters, runtime, settings < linking < verify < session < compare < folders < removal, views
        < maintenance, reports < find < paper_tools

A scan passes through them like this::

    result  = scan.pipeline.scan(options, cache)            # files, contents, signatures
    links   = linking.pipeline.linked(result, methods, ...) # similar files, estimated
    session = session.Session.run(...)                      # files in clusters at the current tolerances
    session.verify(verify.Verifier(...))                    # estimates replaced by measured overlap
    plan    = session.plan(...); removal.carry_out(plan)    # marked files go to the Trash, undoable

To add a use case, put it into the room whose noun it is about, and let ``gui`` and ``cli`` call the same function.
"""
