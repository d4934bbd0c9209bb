"""Texts of verification: what is said to those who write or check rules. English in every language."""

MESSAGES: dict[str, str] = {
    # verify
    "cli.verify.short": "Play a game to break its promises.",
    "cli.verify.help": "Play a game in every mode, with every number of players and variant and with each value of its "
    "options, to break its promises (`always`) and what holds of every game: values in range, no component lost, every "
    "legal move can be made, the moves are those of brute force, notation, copies, records and saved states are exact, "
    "chance sums to one, scores add up, nothing hidden shows.\n\nWhat is found is shown by a game made as short as "
    "possible, with the "
    "command that replays it, and is tried first the next time. With --players, --variant or --option only those modes "
    "are played.",
    "cli.verify.examples": "  hoyle verify nim\n"
    "  hoyle verify kumata --players 3 --examples 500\n"
    "  hoyle verify my-game.hoyle --time 60 --seed 7",
    "cli.verify.help.examples": "How many games of each mode.",
    "cli.verify.help.seed": "The same seed plays the same games, but for failures remembered from before.",
    "cli.verify.help.time": "Stop after so many seconds, shared by the modes.",
    "cli.verify.help.forget": "Forget the failures found before.",
    "cli.verify.no_extra": "This needs Hypothesis: pip install 'hoyle[verify]' (in a checkout: make install)",
    # explore
    "cli.explore.short": "Walk all states of a small game.",
    "cli.explore.help": "Walk all states that a game can come to, breadth first and each once, and check every promise "
    "(`always`) in each.\n\nReported are states, games, ends, the longest game, states from which no end can be "
    "reached, and rules that never mattered: requirements that refused nothing, actions and endings that never came. "
    "What does not hold is shown by a shortest way to it, with the command that replays it.\n\nOf one mode: --players, "
    "--variant and --option choose it. What is stopped, by a limit or from the keyboard, is written to a file that "
    "--resume goes on with.",
    "cli.explore.examples": "  hoyle explore tic-tac-toe --symmetry\n"
    "  hoyle explore connect-four --option width=4 --option height=4\n"
    "  hoyle explore my-game.hoyle --depth 6 --laws\n"
    "  hoyle explore kuhn-poker --players 3 --format json",
    "cli.explore.help.depth": "Only states that so many steps lead to.",
    "cli.explore.help.states": "Stop at so many states.",
    "cli.explore.help.memory": "Stop when what is known takes so many megabytes.",
    "cli.explore.help.laws": "Check what holds of every game in each state, too (slow).",
    "cli.explore.help.symmetry": "Follow one of all states that turning or mirroring the boards makes of each other. "
    "Each symmetry is verified against the rules in every state; what is none is not used.",
    "cli.explore.help.resume": "Go on with what a file holds.",
    "cli.explore.help.checkpoint": "The file to write when it stops early; by default one in the folder for state.",
    "cli.explore.help.format": "Text for people, or JSON.",
    # mutate
    "cli.mutate.short": "Make mistakes in the rules of a game, and see who notices.",
    "cli.mutate.help": "Make small mistakes in the rules, one at a time: a requirement left out or the other way "
    "round, a number off by one, most for least, another way with ties, an effect, a reaction or an end left out, who "
    "sees what, the order of turns, ...\n\nEach such mutant is looked at by the check of the rules, the examples, the "
    "recorded games (in the folder `records` beside the game), the promises and what holds of every game, cheapest "
    "first. Those that nobody notices are shown: write an example for each, or a promise. One that makes no difference "
    "that anybody could notice is listed with the reason in GAME.equivalent.toml beside the game.",
    "cli.mutate.examples": "  hoyle mutate nim --all\n"
    "  hoyle mutate kumata --time 600\n"
    "  hoyle mutate my-game.hoyle --mutants 50 --format json\n"
    "  hoyle mutate kumata --line 150 --line kumata-maze.hoyle:22\n"
    "  hoyle mutate kumata --again report.json\n"
    "  hoyle mutate my-game.hoyle --record",
    "cli.mutate.help.mutants": "How many are tried, 200 by default; which, the seed decides.",
    "cli.mutate.help.all": "Try all there are.",
    "cli.mutate.help.line": "Try only those of this line; may be said several times.",
    "cli.mutate.help.again": "Try only those that survived in a report of `--format json`.",
    "cli.mutate.help.time": "Stop after so many seconds.",
    "cli.mutate.help.games": "How many games are played at random with a mutant, in each setting.",
    "cli.mutate.help.seed": "Another seed tries others first, in other games.",
    "cli.mutate.help.jobs": "How many processes work at it; the result is the same.",
    "cli.mutate.help.record": "Play and write the recorded games anew, and do nothing else.",
    "cli.mutate.help.format": "How the result is printed.",
    # coverage
    "cli.coverage.short": "Count what of a game's rules is exercised.",
    "cli.coverage.help": "Run all examples of a game and play games at random in every mode, and count: each "
    "requirement seen to hold and seen to be the only reason of a refusal, each statement and branch run, each row of "
    "a table used, each clause of clauses.toml beside the game cited and exercised.\n\nWhat cannot be exercised is "
    "listed with a reason in GAME.unexercised.toml beside the game; entries that are not needed are told. The exit "
    "status is 1 if something is neither exercised nor listed. With --players, --variant or --option only those modes "
    "are looked at, and clauses are not.",
    "cli.coverage.examples": "  hoyle coverage nim\n"
    "  hoyle coverage kumata --annotate | less\n"
    "  hoyle coverage my-game.hoyle --games 100 --format json",
    "cli.coverage.help.games": "How many games of each mode.",
    "cli.coverage.help.seed": "Another seed plays other games.",
    "cli.coverage.help.jobs": "How many processes work at it; the result is the same.",
    "cli.coverage.help.annotate": "Print the rule files, too, with counts in the margin.",
    "cli.coverage.help.format": "How the result is printed.",
}
