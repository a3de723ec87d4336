"""What is kept: settings, runs, and where they and the program's own texts lie."""
