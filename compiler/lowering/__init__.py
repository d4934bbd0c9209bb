"""From the typed tree to the control-flow graph of `ir`."""
