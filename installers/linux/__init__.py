"""What Handrail needs of a Linux system."""
