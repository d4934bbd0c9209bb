"""The language: from the text of a rule file to its syntax tree, and back by the formatter."""
