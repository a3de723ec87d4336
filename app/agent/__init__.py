"""The loop that looks, plans, asks, acts and checks; it knows core only."""
