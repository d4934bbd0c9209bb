"""English messages of reports."""

MESSAGES: dict[str, str] = {
    "report.unreadable": "{name} cannot be read: {why}",
    "report.unwritable": "{name} cannot be written: {why}",
    "report.no_row": "Line {line} of {name} is no game that hoyle simulate --out wrote to a .jsonl file.",
    "report.empty": "{name} holds no games.",
    "report.foreign": "Line {line} of {name} is a game of {title} by other rules: give the same --players, --variant "
    "and"
    " --option as for the simulation.",
    "report.no_games": "No game was finished, so there is nothing to report.",
    "report.against": "--against takes base, a variant, several joined by +, or a .jsonl file.",
    "report.games_or_file": "Say how many games to play (-n 1000), or where they are (--from games.jsonl).",
    "report.either": "The games of --from are already played: {option} has no say in them.",
    "report.title": "{game}: {count} games",
    "report.about.players": "Players: {names}",
    "report.about.rules": "Rules: {rules}",
    "report.about.base": "the base game",
    "report.about.bots": "At the seats: {bots}",
    "report.about.random": "bots that move at random",
    "report.about.seed": "Seed: {seed}",
    "report.about.against": "Compared with {count} games of: {rules}",
    "report.written": "The report of {count} games is in {file}.",
    "report.playing": "{rules}:",
    "report.method": "Intervals are of 95 %: of shares by Wilson, of means by the normal distribution. A star marks "
    "what "
    "is more than chance: z-tests for shares, Welch's test for means, each picture's shares, and all differences of "
    "the "
    "comparison, corrected together by Holm's method, so that at most 5 of 100 such pictures mark anything wrongly. "
    "Bots are no people: what they do shows what rules allow and reward, not how people will play.",
    "report.legend.mark": "more than chance",
    "report.tile.games": "games",
    "report.tile.moves": "decisions a game",
    "report.tile.options": "moves to choose from",
    "report.tile.best": "points of the winner",
    "report.tile.lead": "changes of the lead",
    "report.tile.margin": "points ahead at the end",
    "report.finds.heading": "In short",
    "report.finds.wins_more": "{name} wins {share} of the games: more than the {expected} that chance would give.",
    "report.finds.wins_less": "{name} wins {share} of the games: less than the {expected} that chance would give.",
    "report.finds.wins_alike": "No seat wins more or less often than chance would have it.",
    "report.finds.length": "A game takes {mean} decisions on average, from {low} to {high}.",
    "report.finds.lead": "The lead changes {mean} times in a game.",
    "report.finds.thing_more": "Who uses {name} wins {share} of the games, instead of {expected}.",
    "report.finds.thing_less": "Who uses {name} wins only {share} of the games, instead of {expected}.",
    "report.finds.more": "… and {count} more, which the pictures mark.",
    "report.finds.differences": "{count} of {of} numbers differ from {other} by more than chance.",
    "report.finds.no_differences": "None of {of} numbers differs from {other} by more than chance.",
    "report.wins.heading": "Wins by seat",
    "report.wins.words": "How often each seat wins, with the interval. The dashed line is what every seat would have "
    "if "
    "all were alike: {expected}.",
    "report.bots.heading": "Wins by bot",
    "report.bots.words": "How often each kind of bot wins, over all seats it sat at.",
    "report.powers.heading": "Wins by {of}",
    "report.powers.words": "How often a player who had it at the end won. The dashed line is {expected}.",
    "report.scores.heading": "Where the points come from",
    "report.scores.words": "The mean of each component of the scores, and of the total, by seat.",
    "report.spread.heading": "Scores",
    "report.spread.words": "How often players had how many points at the end: in all, and in each component.",
    "report.length.heading": "How long, how close",
    "report.length.words": "Share of the games.",
    "report.length.axis": "Decisions",
    "report.lead.axis": "Changes of the lead",
    "report.margin.axis": "Points ahead at the end",
    "report.options.heading": "Choices over the game",
    "report.options.words": "How many moves there are to choose from, on average, as the game goes on. The band holds "
    "the "
    "middle half of the games.",
    "report.options.part": "Part of the game",
    "report.options.axis": "Moves to choose from",
    "report.endings.heading": "Endings",
    "report.endings.words": "Share of the games that ended so.",
    "report.actions.heading": "Actions",
    "report.actions.words": "How often each action is done in a game, all players together.",
    "report.things.heading": "{of}: use and success",
    "report.things.words": "How often a player who used it at least once won, with the interval, and how often it is "
    "used "
    "in a game. The tick is what the seats of its users win anyway.",
    "report.things.compared": "† marks what is used more or less often than in the games compared with.",
    "report.things.rate": "{rate} a game",
    "report.rates.heading": "{of}: use",
    "report.rates.words": "How often each is used in a game, all players together. Everybody uses all of them, so this "
    "tells nothing about winning.",
    "report.compare.heading": "{here} against {there}",
    "report.compare.words": "What differs by more than chance, all comparisons corrected together (Holm). Differences "
    "of "
    "shares are in points of per cent.",
    "report.compare.none": "Nothing does.",
    "report.compare.rest": "{count} numbers that do not differ by more than chance",
    "report.compare.what": "",
    "report.compare.difference": "Difference",
    "report.choice": "{name} (choice)",
    "report.what.wins": "Wins of {about}",
    "report.what.total": "Points of {about}",
    "report.what.score": "Points a player for: {about}",
    "report.what.length": "Decisions a game",
    "report.what.options": "Moves to choose from",
    "report.what.lead_changes": "Changes of the lead",
    "report.what.margin": "Points ahead at the end",
    "report.what.ending": "Ending: {about}",
    "report.what.actions": "Action, times a game: {about}",
    "report.what.named": "Used, times a game: {about}",
}
