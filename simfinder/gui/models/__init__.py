"""Qt item models over the session arrays: nothing is computed here that app can compute."""
