"""Texts for the authors of rules, those of `--help`, and defects of ours: English in every language."""

MESSAGES: dict[str, str] = {
    # The program
    "cli.help": "Tabletop games as data: play them, ask why, simulate them, and write your own.\n\n"
    "GAME is the name of a shipped game (case and hyphens do not matter), a rule file, or a folder with one.",
    "cli.help.statuses": "Exit status: 0 fine; 1 the rules or the game say no; 2 wrong use; 70 a defect of hoyle;\n"
    "130 interrupted.",
    "cli.help.version": "Show the version.",
    "cli.help.lang": "Language of what players read; by default that of the system.",
    "cli.help.players": "How many people play; by default the greatest number the game offers.",
    "cli.help.variant": "A variant, by name or file. May be given several times; applied in this order.",
    "cli.help.option": "Set an option of the game. May be given several times.",
    "cli.examples": "Examples:",
    "cli.bad.no_rules": "There is no rule file (*.hoyle) in {name}.",
    # A defect of ours
    "cli.defect": "This is a defect of hoyle, not of what you did. {error} ({stage})",
    "cli.defect.rule": "It happened at the rule {place}.",
    "cli.defect.again": "To see where: {command}",
    "cli.stage.dsl": "while reading the rules",
    "cli.stage.compiler": "while compiling the rules",
    "cli.stage.runtime": "while running the game",
    "cli.stage.game": "in the compiled game",
    "cli.stage.cli": "in the command line",
    # play, resume
    "cli.play.short": "Play a game at the terminal.",
    "cli.play.help": "Play a game at the terminal.\n\nWithout --seat a person sits at the first seat and bots, which "
    "move at random, at the others; without a terminal bots sit everywhere and the end is shown. With --seat, bots sit "
    "at the seats that are not named.\n\nEvery move is on the disk before the next question, also without --record: "
    "hoyle resume lists the games that are not finished.\n\nWhile playing, type what is shown, its number, or a part "
    "of it; ? says more.",
    "cli.play.examples": "  hoyle play kumata\n"
    "  hoyle play kumata --players 2 --option clan_assignment=random\n"
    "  hoyle play nim --seat player_1=human --seat player_2=human --allow-takeback\n"
    "  hoyle play my-game.hoyle --seed 7 --record game.record",
    "cli.play.help.seat": "Who sits at a seat: human, random, greedy, mcts, mcts:time=1s or mcts:iterations=400. May "
    "be given several times.",
    "cli.play.help.record": "Write the playthrough to this new file, after every move.",
    "cli.play.help.resume": "Go on from where this record ends, in its own file or in that of --record.",
    "cli.play.help.seed": "The same seed and the same moves of people give the same game.",
    "cli.play.help.takeback": "All agree that undo also takes back rolls, secrets and moves of others.",
    "cli.resume.short": "Go on with a game that was left.",
    "cli.resume.help": "Go on with a game from where its RECORD ends, in the same file, with the same rules, seed and "
    "seats. Without RECORD, list the unfinished games that were kept by themselves.",
    "cli.resume.examples": "  hoyle resume\n  hoyle resume game.record\n"
    "  hoyle resume game.record --seat player_2=human",
    "cli.resume.help.record": "Leave the file as it is, and go on in this new one.",
    # games
    "cli.games.short": "List the games that come with hoyle.",
    "cli.games.help": "List the games that come with hoyle, with their numbers of players, variants and options.",
    "cli.games.examples": "  hoyle games\n  hoyle games --lang ja",
    # rules
    "cli.rules.short": "Tell the rules of a game in words.",
    "cli.rules.help": "Tell the rules of a game in words: who wins, how it ends, the course of a turn, what one can do "
    "and what stands against it, what lies on the table, and the options, each with its clause.\n\n"
    "With WORD only one part: aim, end, setup, course, actions, terms, tables or options; an action; a table; a clause "
    "such as MK-8.4; or every sentence that holds the word. While playing, type rules, or rules WORD.",
    "cli.rules.examples": "  hoyle rules nim\n  hoyle rules kumata --variant maze\n"
    "  hoyle rules meerkat-kingdom course --lang ja\n  hoyle rules kauri KA-10.6",
    # check
    "cli.check.short": "Look for mistakes in rule files.",
    "cli.check.help": "Look for mistakes in rule files: games, variants, examples and words, or folders of them, or a "
    "shipped game by its name.\n\n"
    "A game is checked for every number of players it offers, and one game at random is tried for each. Variants, "
    "examples and words are checked together with their game.",
    "cli.check.examples": "  hoyle check my-game.hoyle\n  hoyle check games\n  hoyle check nim",
    "cli.check.fine": "{file}: fine{what}",
    "cli.check.stopped": "{file}: nothing is misspelt, but a random game of {count} players comes to a stop:\n  {why}\n"
    "  `hoyle verify {file}` finds the shortest way there.",
    "cli.check.wrong": "{file}: {count} to mend",
    "cli.check.counts": " (players: {counts})",
    "cli.check.look": " (its form only)",
    # fmt
    "cli.fmt.short": "Bring rule files into the one layout.",
    "cli.fmt.help": "Bring rule files into the one layout. Comments stay, and nothing changes its meaning.",
    "cli.fmt.examples": "  hoyle fmt my-game.hoyle\n  hoyle fmt --check games",
    "cli.fmt.help.check": "Change nothing; name the files that would change, and exit with 1 if any would.",
    "cli.fmt.help.diff": "The same, and show what would change.",
    "cli.fmt.would": "{file}: would change",
    "cli.fmt.done": "{file}: laid out",
    # test
    "cli.test.short": "Run the examples of games.",
    "cli.test.help": "Run the examples of games, with the promises watched.\n\nGAMES are names, rule files, or folders "
    "that are searched for games. Every example runs with the number of players and the options that it asks for; "
    "--players and --option choose the examples that ask for these.",
    "cli.test.examples": "  hoyle test kumata\n  hoyle test games\n  hoyle test my-game.hoyle --verbose",
    "cli.test.help.verbose": "Name the examples that pass, too.",
    "cli.test.passed": "{game}: {good} examples passed",
    "cli.test.failed": "{game}: {bad} examples failed, {good} passed",
    "cli.test.left_out": " ({count} not run)",
    "cli.test.inapplicable": " ({count} do not apply)",
    "cli.test.not_for": "does not apply  {name}: {why}",
    "cli.test.one": "passed  {name}{cites}",
    "cli.test.bad": "{status}: {name}{cites}",
    "cli.test.with": "{count} players",
    # compile
    "cli.compile.short": "Show what a game is compiled to.",
    "cli.compile.help": "Show the Python module that a game is compiled to, or a stage on the way.",
    "cli.compile.examples": "  hoyle compile nim\n"
    "  hoyle compile kumata --players 3 -o kumata.py --timings\n"
    "  hoyle compile nim --stop-after ir",
    "cli.compile.help.output": "Write to this file.",
    "cli.compile.help.stop": "Show this stage: the merged rules, with their types, the control-flow graph, the same "
    "optimized, or the Python text.",
    "cli.compile.help.debug": "With promises watched and examples.",
    "cli.compile.help.timings": "Say what each phase cost.",
    "cli.compile.players": "For {count} players, the greatest number (--players chooses another).",
    # diff
    "cli.diff.short": "Show what variants change.",
    "cli.diff.help": "Show what variants change, part by part: what is added, replaced and removed, with the old and "
    "the new rules and where they stand.",
    "cli.diff.examples": "  hoyle diff kumata --variant maze\n  hoyle diff kumata --variant alliance --format json",
    "cli.diff.help.examples": "Examples and promises, too.",
    "cli.diff.help.format": "A report for people, or a JSON list.",
    "cli.diff.which": "Name a variant of {game} (--variant). It has: {variants}.",
    # replay, why
    "cli.replay.short": "Show a recorded playthrough.",
    "cli.replay.help": "Show a recorded playthrough. At a terminal one steps forward and back through it; elsewhere "
    "its moves are printed, and the position and scores at its end.",
    "cli.replay.examples": "  hoyle replay game.record\n  hoyle replay game.record --as player_2\n"
    "  hoyle replay game.record --boards --lang ja",
    "cli.replay.help.game": "The game, if its file is not where it was.",
    "cli.replay.help.as": "Show what this player sees. Otherwise positions are those that everybody sees.",
    "cli.replay.help.boards": "Print the position after every line.",
    "cli.replay.help.print": "Print at a terminal, too.",
    "cli.show.short": "Show a moment of a recorded playthrough, also as a picture.",
    "cli.show.help": "Show a moment of a recorded playthrough as the game's look draws it: in the terminal, or as an "
    "SVG picture. Without --as only what everybody sees is shown.",
    "cli.show.examples": "  hoyle show game.record\n  hoyle show game.record --at 40 --as player_2\n"
    "  hoyle show game.record --svg -o game.svg\n"
    "  hoyle show game.record --at 40 --screen 80x24 -o screen.svg",
    "cli.show.help.at": "The moment after line N of the record, 0 for the beginning; else the end.",
    "cli.show.help.as": "Show what this player sees.",
    "cli.show.help.svg": "Write an SVG picture.",
    "cli.show.help.screen": "Show what a terminal of this size shows at the table, with the question.",
    "cli.show.help.out": "Write to this file; a name that ends in .svg gets a picture.",
    "cli.why.short": "Say why a move is not possible.",
    "cli.why.help": "Say why MOVE is not possible where RECORD ends: every requirement that fails, with its clause and "
    "what was looked at. Leading arguments of a move are enough.\n\nExit status 0 if it is possible, 1 if not.",
    "cli.why.examples": "  hoyle why nim game.record 'take(a, 2)'\n"
    "  hoyle why kumata game.record 'lay_domino(d12, Cell(0, 0), Cell(1, 0))' --line 60",
    "cli.why.help.step": "Ask after this step, as hoyle replay numbers them.",
    "cli.why.help.line": "Ask before this line of the file instead of after its end.",
    # perft
    "cli.perft.short": "Count the ways a game can go.",
    "cli.perft.help": "Count the ways a game can go for DEPTH decisions and outcomes of chance: the classic test of a "
    "move generator. A pass counts as a decision.",
    "cli.perft.examples": "  hoyle perft tic-tac-toe 5\n  hoyle perft connect-four 4 --divide",
    "cli.perft.help.divide": "Show the count below each first move.",
    "cli.perft.help.decisions": "Count decisions only; chance in between costs no depth.",
    # simulate
    "cli.simulate.short": "Play many games at random, or between bots.",
    "cli.simulate.help": "Play many games at random, or between bots, and say what came of them. Interrupted, it says "
    "what it has.\n\n"
    "A bot is random, greedy (looks one move ahead) or mcts (a search), with settings after a colon: "
    "mcts:iterations=400, mcts:time=1s, mcts:iterations=100,depth=20. None of them knows more than its player sees.",
    "cli.simulate.examples": "  hoyle simulate nim -n 1000 --seed 1\n"
    "  hoyle simulate kumata --players 3 -n 500 --jobs 2 --format json\n"
    "  hoyle simulate kumata --players 2 --seat 1=mcts:iterations=200 --seat 2=greedy --rotate -n 100\n"
    "  hoyle simulate kauri -n 2000 --out games.csv",
    "cli.simulate.help.games": "How many games.",
    "cli.simulate.help.seed": "The same seed gives the same games, whatever the number of jobs.",
    "cli.simulate.help.seat": "Who sits at a seat, by its name or number; at the others bots move at random.",
    "cli.simulate.help.rotate": "The bots change seats from game to game, through all orders.",
    "cli.simulate.help.promises": "Watch what the rules promise (always); stop at the first game that breaks it.",
    "cli.simulate.help.out": "Write one row a game to a new .csv, .jsonl or .parquet file.",
    "cli.simulate.help.jobs": "How many processes share the work.",
    "cli.simulate.help.scheduler": "The workers of a Dask scheduler do the work: its address.",
    # report
    "cli.report.short": "Make a page with pictures of many games.",
    "cli.report.help": "Make one HTML page with pictures of many games: who wins, where the points come from, how long "
    "and how close games are, what players do and what it brings. Games are played now (-n), or come from a file that "
    "hoyle simulate --out wrote (--from).\n\n"
    "With --against, a game is compared with itself by other rules; what differs by more than chance is marked.",
    "cli.report.examples": "  hoyle report kauri -n 1000 -o kauri.html\n"
    "  hoyle report kumata --players 3 --variant maze --against base -n 1000 -o maze.html\n"
    "  hoyle report kumata --players 2 --seat 1=greedy --seat 2=greedy -n 500 -o greedy.html\n"
    "  hoyle report kauri --from games.jsonl -o kauri.html",
    "cli.report.help.games": "How many games to play.",
    "cli.report.help.from": "Report the games of a .jsonl file instead.",
    "cli.report.help.output": "The page; what is there is written over.",
    "cli.report.help.against": "Compare with base (no variants), a variant, several joined by +, or a .jsonl file.",
    "cli.simulate.help.format": "A report for people, or one JSON object.",
    # Examples of rule files
    "example.promise": "A promise is broken: {promises}.",
    "example.over": "The game is over before this line.",
    "example.not_asked": "Nothing is asked any more.",
    "example.nobody": "Who does this is no player of this game.",
    "example.undefined": "A value of {source} is undefined.",
    "example.no_value": "undefined",
    "example.illegal": "This is not legal: {reasons}",
    "example.asked": "{player} decides here, between {moves}, and not about {said}.",
    "example.rolls_left": "{count} of the values after `rolling` were not needed.",
    "example.rolls_lacking": "There are too few values after `rolling` for this chance node.",
    "example.choices_left": "{said} was never asked.",
    "example.impossible": "{values} is not a possible outcome here. Possible are: {known}",
    "example.choice": "{said} is not possible; asked is {moves}.",
    "example.must_choose": "The example does not say what is chosen; asked is {moves}.",
    "example.expect": "This is not so.",
    "example.expect_undefined": "This has no value here.",
    "example.expect_sides": "This is not so: {left} on the left, {right} on the right.",
    "example.may": "It is not legal: {reasons}",
    "example.may_not": "It is legal.",
    "example.because": "It is not because of {because}, but: {reasons}",
}
