"""From the tree to the typed tree: names, types, ranges; everything wrong is told with its place."""
