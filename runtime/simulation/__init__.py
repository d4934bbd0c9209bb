"""Many games and what came of them: who plays (`table`), what is told of one game (`rows`), what adds up (`tally`),
where the work is done (`workers`), and where the rows go (`files`). `runtime/simulate.py` ties them together."""
