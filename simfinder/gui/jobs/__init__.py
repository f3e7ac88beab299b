"""Threads meet Qt: work runs in the background, results arrive in the window's thread.

A function of ``job_functions`` (a ``Control`` and plain values in, plain values out, no widget) goes to
``job_bridge.JobBridge``; its result, its progress and its errors come back as calls in the window's thread. A job that
is cancelled calls back no more. ``latest_job.LatestJob`` keeps one job for one purpose: a new one replaces the old one.

To run something new in the background, write its function in ``job_functions`` and start it through the bridge.
"""
