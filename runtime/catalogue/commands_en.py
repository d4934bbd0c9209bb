"""English messages of the command line. Texts for rule authors and of `--help` are here only."""

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
    "cli.bad.option": "An option is given as NAME=VALUE, not as '{given}'.",
    "cli.bad.seat": "A seat is given as NAME=human or NAME=random, not as '{given}'.",
    "cli.bad.twice": "{name} is given twice.",
    "cli.bad.seat_name": "{game} has no seat {name}.{hint} The seats are {seats}.",
    "cli.bad.seat_kind": "Who sits at a seat is human or random, not '{kind}'.",
    "cli.bad.no_rules": "There is no rule file (*.hoyle) in {name}.",
    "cli.players": "{game} for {count} players, the greatest number it offers (--players chooses another).",
    # A defect of ours
    "cli.defect": "This is a defect of hoyle, not of what you did. {error} ({stage})",
    "cli.defect.rule": "It happened at the rule {place}.",
    "cli.defect.again": "To see where: {command}",
    "cli.stage.dsl": "while reading the rules",
    "cli.stage.compiler": "while compiling the rules",
    "cli.stage.runtime": "while running the game",
    "cli.stage.game": "in the compiled game",
    "cli.stage.cli": "in the command line",
    # Boards and positions
    "cli.board.pile": "{top} (of {count})",
    "cli.board.hidden": "{count} hidden",
    "cli.board.link": "{name}: no wall between the two",
    # play
    "cli.play.short": "Play a game at the terminal.",
    "cli.play.help": "Play a game at the terminal.\n\nWithout --seat a person sits at the first seat and bots, which "
    "move at random, at the others; without a terminal bots sit everywhere and the end is shown. With --seat, bots sit "
    "at the seats that are not named.\n\nWhile playing, type a number, a move, or a part of one; ? says more.",
    "cli.play.examples": "  hoyle play kumata\n"
    "  hoyle play kumata --players 2 --option clan_assignment=random\n"
    "  hoyle play nim --seat player_1=human --seat player_2=human\n"
    "  hoyle play my-game.hoyle --seed 7 --record game.record",
    "cli.play.help.seat": "Who sits at a seat. May be given several times.",
    "cli.play.help.record": "Write the playthrough to this new file, after every move.",
    "cli.play.help.resume": "Go on from where this record ends.",
    "cli.play.help.seed": "The same seed and the same moves of people give the same game.",
    "cli.play.title": "{game} (seed {seed})",
    "cli.play.human": "you",
    "cli.play.random": "a bot that moves at random",
    "cli.play.ask_help": "Type ? to see what you can type.",
    "cli.play.prompt": "{name}> ",
    "cli.play.hand_over": "{name}, it is your turn. Press Enter when only you look. ",
    "cli.play.chance": "Chance decided {count} times (log shows how).",
    "cli.play.many": "{count} moves. Type a part of one to see fewer, for instance one of these:",
    "cli.play.more": "    … and {count} more",
    "cli.play.filtered": "{count} of {all} moves. Enter alone shows all again.",
    "cli.play.enter": "Enter alone makes this move.",
    "cli.play.no_number": "There is no move {number}: the moves are numbered from 1 to {last}.",
    "cli.play.no_match": "No move here holds '{text}'. Type ? for help, or Enter to see the moves.",
    "cli.play.no_scores": "This game has no scores.",
    "cli.play.no_log": "Nothing has happened that you could know of.",
    "cli.play.log_cut": "({count} earlier ones are left out)",
    "cli.play.why_what": "Why not which move? Type: why MOVE",
    "cli.play.typing": "What you can type:\n"
    "  12              the number of a move\n"
    "  {example}\n"
    "                  a move in notation; its first arguments are enough if only one move begins so\n"
    "  any words       shows the moves that hold them all; Enter alone shows all moves again\n"
    "  all             lists every move\n"
    "  why MOVE        says why a move is not possible; typing the move itself does too\n"
    "  board, score    the position; the scores with their parts\n"
    "  log             what has happened, as far as you know\n"
    "  quit            keeps the game as it is and leaves",
    "cli.play.stopped": "Stopped after {steps} steps: the game does not end.",
    "cli.play.recorded": "Recorded in {file}. To see it again: hoyle replay {file}",
    "cli.play.left": "You left the game.",
    "cli.play.saved": "Saved in {file}. To go on: hoyle play {game} --resume {file}",
    "cli.refused": "{move} is not possible:",
    "cli.chance": "Chance",
    "cli.event": "{who}: {what}",
    "cli.over": "The game is over: {ending}",
    "cli.over.winner": "{names} wins.",
    "cli.over.shared": "{names} share the victory.",
    "cli.over.nobody": "Nobody wins.",
    # games
    "cli.games.short": "List the games that come with hoyle.",
    "cli.games.help": "List the games that come with hoyle, with their numbers of players, variants and options.",
    "cli.games.examples": "  hoyle games\n  hoyle games --lang ja",
    "cli.games.broken": "{file} cannot be read: hoyle check says why",
    "cli.games.players": "players: {counts}",
    "cli.games.variants": "variants: {names}",
    "cli.games.options": "options, with what they are if not given:",
    "cli.games.more": "A rule file of your own is played by its path: hoyle play my-game.hoyle",
    # check
    "cli.check.short": "Look for mistakes in rule files.",
    "cli.check.help": "Look for mistakes in rule files: games, variants, examples and words, or folders of them.\n\n"
    "A game is checked for every number of players it offers. Variants, examples and words are checked together with "
    "their game.",
    "cli.check.examples": "  hoyle check my-game.hoyle\n  hoyle check games",
    "cli.check.fine": "{file}: fine{what}",
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
    "cli.replay.help": "Show a recorded playthrough: its moves, and the position and scores at its end.",
    "cli.replay.examples": "  hoyle replay game.record\n  hoyle replay game.record --boards --lang ja",
    "cli.replay.help.game": "The game, if it is not a shipped one.",
    "cli.replay.help.boards": "Show the position after every line.",
    "cli.replay.title": "{game}, from {file}",
    "cli.replay.open": "The record ends here; to decide: {name}.",
    "cli.why.short": "Say why a move is not possible.",
    "cli.why.help": "Say why MOVE is not possible where RECORD ends: every requirement that fails, with its clause and "
    "what was looked at. Leading arguments of a move are enough.\n\nExit status 0 if it is possible, 1 if not.",
    "cli.why.examples": "  hoyle why nim game.record 'take(a, 2)'\n"
    "  hoyle why kumata game.record 'lay_domino(d12, Cell(0, 0), Cell(1, 0))' --line 60",
    "cli.why.help.line": "Ask before this line of the file instead of after its end.",
    "cli.why.legal": "{move} is possible here.",
    "cli.why.no_line": "{file} has no move in line {line} or after it.",
    # perft
    "cli.perft.short": "Count the ways a game can go.",
    "cli.perft.help": "Count the ways a game can go for DEPTH decisions and outcomes of chance: the classic test of a "
    "move generator. A pass counts as a decision.",
    "cli.perft.examples": "  hoyle perft tic-tac-toe 5\n  hoyle perft connect-four 4 --divide",
    "cli.perft.help.divide": "Show the count below each first move.",
    "cli.perft.help.decisions": "Count decisions only; chance in between costs no depth.",
    "cli.perft.depth": "--divide needs a depth of at least 1.",
    # simulate
    "cli.simulate.short": "Play many games at random.",
    "cli.simulate.help": "Play many games at random and say what came of them. Interrupted, it says what it has.",
    "cli.simulate.examples": "  hoyle simulate nim -n 1000 --seed 1\n"
    "  hoyle simulate kumata --players 3 -n 500 --jobs 2 --format json",
    "cli.simulate.help.games": "How many games.",
    "cli.simulate.help.seed": "The same seed gives the same games, whatever the number of jobs.",
    "cli.simulate.help.jobs": "How many processes share the work.",
    "cli.simulate.help.format": "A report for people, or one JSON object.",
    "cli.simulate.title": "{game}: {games} games at random (seed {seed})",
    "cli.simulate.speed": "{seconds} s, {playouts} games/s, {moves} moves/s",
    "cli.simulate.length": "Moves in a game: {mean} on average, from {least} to {most}",
    "cli.simulate.wins": "Wins",
    "cli.simulate.shared": "Shared victories: {count}",
    "cli.simulate.interrupted": "Interrupted after {done} of {games} games.",
}
