"""The games as data: one folder a game, holding its rules, variants, words and README."""
