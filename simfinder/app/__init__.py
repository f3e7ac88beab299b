"""What the window and the command line share, free of Qt: session, jobs, settings, export."""
