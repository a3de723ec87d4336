"""Measures with the same parts a run works with, and no window."""
