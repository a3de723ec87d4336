"""Handrail: uses the computer for a person, and asks before it acts."""

__version__ = "0.1.0"
