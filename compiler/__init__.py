"""From the syntax tree of a game to the Python that plays it: names, types, stages, lowering, layout, code."""
