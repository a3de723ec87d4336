"""Values and rules; no input and no output."""
