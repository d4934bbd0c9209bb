"""English messages of the command line: what players read."""

MESSAGES: dict[str, str] = {
    "cli.unwritten": "The output could not be written to its end: {why}",
    # The program
    "cli.bad.option": "An option is given as NAME=VALUE, not as '{given}'.",
    "cli.bad.seat": "A seat is given as NAME=human or NAME=KIND of bot, not as '{given}'.",
    "cli.bad.twice": "{name} is given twice.",
    "cli.bad.seat_name": "{game} has no seat {name}.{hint} The seats are {seats}.",
    # Wrong use of the program
    "use.no_command": "There is no command {name}.{hint} The commands are {commands}.",
    "use.no_option": "{command} has no option {name}.{hint}",
    "use.missing": "{what} is missing.",
    "use.needs_value": "{what} needs a value.",
    "use.bad_value": "{what} takes {kind}.",
    "use.too_much": "{rest} is too much for {command}.",
    "use.number.least": "a whole number of at least {low}",
    "use.number.range": "a whole number from {low} to {high}",
    "use.one_of": "one of {choices}",
    "use.other": "{said}",
    "use.help": "{command} --help says more.",
    # Number of players
    "cli.players": "{count} players: the greatest number the game offers (--players chooses another).",
    # Boards and positions
    "cli.board.pile": "{top} (of {count})",
    "cli.board.hidden": "{count} hidden",
    "look.raised": "levels up",
    "look.hidden": "hidden",
    "cli.board.link": "{name}: no wall between the two",
    # games
    "cli.games.broken": "{file} cannot be read: hoyle check says why",
    "cli.games.players": "players: {counts}",
    "cli.games.variants": "variants: {names}",
    "cli.games.variant": "{name} (players: {counts})",
    "cli.games.plus": "{counts}, and {seat}",
    "cli.games.options": "options, with what they are if not given:",
    "cli.games.more": "hoyle rules GAME tells the rules of one in words.\n"
    "A rule file of your own is played by its path: hoyle play my-game.hoyle",
    # show
    "cli.show.beginning": "the beginning",
    "cli.show.after": "after line {line}",
    "cli.show.screen": "{game} at {width} columns and {height} lines",
    "cli.show.bad_screen": "'{text}' is no size of a terminal: columns from 80 to 120 and lines from 20 to 200, as in "
    "80x24.",
    "cli.show.to_move": "to move",
    "cli.show.no_line": "{file} has no line {line}; the last one is {last}.",
    # perft
    "cli.perft.depth": "--divide needs a depth of at least 1.",
    # simulate
    "cli.simulate.title": "{game}: {games} games at random (seed {seed})",
    "cli.simulate.speed": "{seconds} s, {playouts} games/s, {moves} moves/s",
    "cli.simulate.length": "Moves in a game: {mean} on average, from {least} to {most}",
    "cli.simulate.wins": "Wins",
    "cli.simulate.shared": "Shared victories: {count}",
    "cli.simulate.draws": "Draws: {count}",
    "cli.simulate.failed": "{count} of {games} games could not be finished and are not counted. The first, game "
    "{number}:",
    "cli.simulate.failed_record": "That game is recorded up to there in {file}\nTo see it: hoyle replay {file}",
    "cli.simulate.left_out": "Games left out because of this: {count}",
    "cli.simulate.interrupted": "Interrupted after {done} of {games} games.",
    "cli.simulate.title_bots": "{game}: {games} games between bots (seed {seed})",
    "cli.simulate.games": "Games",
    "cli.simulate.interval": "95 % interval",
    "cli.simulate.mean": "Mean score",
    "cli.simulate.timed": "With time= moves depend on how fast the machine is: the same seed may give other games.",
    "cli.simulate.written": "{count} games are in {file}.",
    "cli.simulate.progress": "{done} of {games} games ({share} %), {rate} a second, {left} left",
    "cli.bad.bot": "A seat is given as NAME=BOT, such as 1=mcts:iterations=200, not as '{given}'.",
    "time.seconds": "{s} s",
    "time.minutes": "{m} min {s} s",
    "time.hours": "{h} h {m} min",
    "extra.missing": "This needs {module}, which is not installed: pip install 'hoyle[{extra}]'",
    "simulate.promise": "The promise {promise} is broken in game {number} of seed {seed}; hoyle verify finds a short "
    "one.",
    "simulate.broken": "The workers end again and again before they have done anything: is there enough memory?",
    "simulate.scheduler": "No Dask scheduler answers at {address}: {why}",
    "simulate.address": "'{address}' is no address of a Dask scheduler, such as tcp://192.168.0.5:8786.",
    "simulate.no_workers": "The scheduler at {address} has no workers: dask worker {address}",
    "simulate.work": "The workers cannot do the work: {why}",
    "simulate.file_kind": "{name} is no file for games: its name must end in one of {kinds}.",
    "simulate.file_exists": "{name} is there already; it is not written over.",
    "simulate.file_lost": "{name} cannot be written: {why}. Half a Parquet file cannot be read, so it was removed; "
    ".csv and .jsonl keep every game.",
    "simulate.file_unwritable": "{name} cannot be written: {why} ({count} games are in it.)",
}
