"""Pictures of the user's files: decoded in a process of their own, which may die; the window gets plain pixels."""
