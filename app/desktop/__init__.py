"""Operating-system calls: one file per way, chosen in select, imported late."""
