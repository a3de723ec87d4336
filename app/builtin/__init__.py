"""The planner that needs no model: it reads plain instructions and finds their things on the screen."""
