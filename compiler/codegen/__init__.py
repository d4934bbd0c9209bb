"""From the control-flow graph to the Python text of one game."""
