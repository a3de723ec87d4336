"""Pictures as numpy arrays: pure functions."""
