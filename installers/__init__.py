"""Sets Handrail up on a bare machine; standard library only."""
