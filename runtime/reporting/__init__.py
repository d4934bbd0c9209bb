"""Reports of simulations for people who design games: what many games say together (`sample`), how two sets of games
differ (`comparison`), pictures (`charts`), and the page that holds them (`page`)."""
