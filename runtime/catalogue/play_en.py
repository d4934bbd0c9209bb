"""English messages of `hoyle play`, `resume` and `replay`."""

MESSAGES: dict[str, str] = {
    # The beginning
    "cli.play.title": "{game} (seed {seed})",
    "cli.play.human": "you",
    "cli.play.random": "a bot that moves at random",
    "cli.play.greedy": "a bot that takes what pays at once",
    "cli.play.mcts": "a bot that thinks ahead",
    "cli.play.set": "{bot} ({settings})",
    "cli.rules.variants": "Variants: {names}",
    "cli.rules.options": "Options: {options}",
    "cli.play.stronger": "Stronger opponents: --seat NAME=greedy, --seat NAME=mcts:time=1s",
    "cli.play.ask_help": "Type ? to see what you can type.",
    "cli.play.prompt": "{name}> ",
    "cli.play.hide": "{last}, press Enter: the screen is cleared for {name}. ",
    "cli.play.hand_over": "{name}, it is your turn. Press Enter when only you look. ",
    # Choosing
    "cli.play.chance": "Chance decided {count} times (log shows how).",
    "cli.play.untold": "… {count} more lines: log",
    "cli.play.in_short": "… in short; the whole: show",
    "cli.play.next_page": "-- Enter: more; anything else: enough -- ",
    "cli.play.which": "What do you do? ({count} moves)",
    "cli.play.which_value": "{name}? ({count} moves)",
    "cli.play.moves": "{count} moves",
    "cli.play.more": "      … and {count} lines more: type a part of what you mean, or all",
    "cli.play.path": " > ",
    "cli.play.typed": "'{text}'",
    "cli.play.so_far": "So far: {path} ({count} of {all} moves; back, or Enter for all)",
    "cli.play.enter": "Enter alone makes this move.",
    "cli.play.no_number": "{number} stands in front of nothing here. Numbers: {options}.",
    "cli.play.no_match": "No move here holds '{text}'.{hint} Type ? for help, or Enter to see the moves.",
    "cli.play.no_back": "Nothing is chosen yet. To take back a move that is made: undo.",
    "cli.play.no_scores": "This game has no scores.",
    "cli.play.no_seat": "Nobody here is called {name}. There are: {names}.",
    "cli.play.no_log": "Nothing has happened that you could know of.",
    "cli.play.log_cut": "({count} earlier ones are left out: log {all} shows all)",
    "cli.play.why_what": "Why not which move? Type: ? MOVE",
    "cli.play.why_unknown": "'{text}' is not understood as a move.",
    "cli.play.why_how": "Write the move as in: ? {example}",
    "cli.play.choose_again": "The move was not made. Choose another, or leave: what was played is kept.",
    "cli.play.typing": "What you can type:\n"
    "  12              what stands behind this number on the screen\n"
    "  any words       a name shown chooses it; others leave the moves that hold them\n"
    "  {example}\n"
    "                  a move; its first parts are enough if only one begins so\n"
    "  Enter, back     all moves again; one step back in choosing\n"
    "  pass            declines, where one may (the last in the list says how)\n"
    "  ? MOVE          why it is not possible (or: why MOVE); typing it does, too\n"
    "  all             lists every move\n"
    "  board           the position, as much as fits the screen\n"
    "  show            all of it, page by page\n"
    "  score, score X  the scores, and why; of X: a player, a source, a thing\n"
    "  rules, rules X  the rules in words; what they say of X (an action, a clause)\n"
    "  log, log 50     what has happened, as far as you know\n"
    "  hint            what a bot would do\n"
    "  undo            takes back your last choice, if nothing came to light since\n"
    "  save, save FILE where the game is kept; a copy of it\n"
    "  leave           leaves; the game is kept (or: quit)",
    # Words for what one can ask for; the first is the one that is shown
    "cli.word.help": "help",
    "cli.word.why": "why|w",
    "cli.word.all": "all",
    "cli.word.back": "back|b",
    "cli.word.board": "board",
    "cli.word.show": "show|table",
    "cli.word.score": "score|scores",
    "cli.word.rules": "rules|rule",
    "cli.word.log": "log",
    "cli.word.undo": "undo",
    "cli.word.hint": "hint",
    "cli.word.save": "save",
    "cli.word.leave": "leave|quit|exit|q",
    "cli.does.help": "shows what you can type",
    "cli.does.why": "why MOVE: why it is not possible",
    "cli.does.all": "lists every move",
    "cli.does.back": "one step back in choosing",
    "cli.does.board": "the position",
    "cli.does.show": "all of the position",
    "cli.does.score": "the scores, with what paid them",
    "cli.does.rules": "the rules in words",
    "cli.does.log": "what has happened, as far as you know",
    "cli.does.undo": "takes back your last choice",
    "cli.does.hint": "what a bot would do",
    "cli.does.save": "where the game is kept",
    "cli.does.leave": "leaves; the game is kept",
    # Where every key is answered
    "cli.live.keys": "Up, Down, Tab: mark   Enter: take it   Esc: clear, back   ? Enter: help",
    "cli.live.page": "{first} - {last} of {count} (Up, Down, PgUp, PgDn)",
    "cli.live.nothing": "Nothing holds this. Enter: what speaks against it; Esc: clear.",
    "cli.live.why": "? alone: what you can type. ? MOVE: why it is not possible.",
    # Changes
    "cli.change.joint": "; ",
    "cli.change.place": "{field} {places}",
    "cli.change.from_to": "{old} -> {new}",
    "cli.change.score": "score {parts}",
    # What a move would change
    "cli.foresee.beside": "-> {what}",
    "cli.foresee.point": "{points} point",
    "cli.foresee.points": "{points} points",
    "cli.foresee.parts": "{points} ({parts})",
    "cli.foresee.over": "the game ends: {won}",
    "cli.foresee.roll": "then: a roll",
    "cli.foresee.draw": "then: a draw",
    "cli.foresee.hidden": "more depends on what you cannot see",
    "cli.foresee.nothing": "nothing that you see changes yet",
    # Undo
    "cli.undo.done": "Taken back.",
    "cli.undo.done_many": "Taken back, with what followed ({count} events).",
    "cli.undo.nothing": "You have not chosen anything yet that could be taken back.",
    "cli.undo.chance": "Chance has decided since your last choice: that stays. (--allow-takeback, if all agree.)",
    "cli.undo.secret": "Something hidden came to light since your last choice: that stays. (--allow-takeback, if all "
    "agree.)",
    "cli.undo.other": "{name} has moved since your last choice: that stays. (--allow-takeback, if all agree.)",
    # Hint
    "cli.hint": "{move}  ({notation}). So would a bot that thinks ahead for a second, and knows what you know.",
    # The score sheet
    "cli.sheet.numbered": "{type} {number}",
    "cli.sheet.of_thing": "{name}: {points} from {thing} ({what})",
    "cli.play.no_score": "{name} is no player here, no source of points, and nothing "
    "that has paid any. Players: {names}. Sources: {parts}.",
    "cli.sheet.title": "What paid the score of {name}:",
    "cli.sheet.nothing": "  nothing yet",
    "cli.sheet.part": "{name}: {points}",
    "cli.sheet.unknown": "{name}: ?",
    "cli.sheet.one": "{things}: {points}",
    "cli.sheet.each": "{things}: {points} each, {all} together",
    # Keeping
    "cli.play.stopped": "Stopped after {steps} steps: the game does not end.",
    "cli.play.recorded": "Recorded in {file}\nTo see it again: hoyle replay {file}",
    "cli.play.left": "You left the game before anything was chosen; nothing is kept.",
    "cli.play.unkept": "You left the game. It was not recorded.",
    "cli.play.saved": "Saved in {file}\nTo go on: hoyle resume {file}",
    "cli.play.not_kept": "This game is not kept on the disk: {why}",
    "cli.play.unwritten": "{why} Lines not on the disk: {count}. The game goes on, and each move tries again; save "
    "FILE keeps a copy elsewhere.",
    "cli.play.rescued": "{old} could not be written to its end.\nThe whole game is in {file}\nTo go on: hoyle resume "
    "{file}",
    "cli.play.lost": "{why} {count} lines are not on the disk; these are missing at the end of {file}:",
    "cli.save.kept": "Every move is on the disk as soon as it is made. save FILE writes a copy. The game is in\n{file}",
    "cli.save.copied": "Copied to {file}. The game goes on in its own file.",
    "cli.save.nowhere": "This game is not kept on the disk. save FILE writes a copy.",
    # resume
    "cli.resume.from": "Going on from {file}, after {count} decisions and outcomes.",
    "cli.resume.none": "There is no unfinished game. hoyle resume FILE goes on with the record in a file.",
    "cli.resume.which": "Unfinished games, the last one played first:",
    "cli.resume.game": "  {game}, players: {people}, last played {date}, decisions: {count}",
    "cli.resume.more": "and {count} more",
    "cli.record.torn": "{file}: the last line was cut off ('{text}'), as when a program dies. It is left out, and "
    "everything before it is there.",
    "cli.record.other": "{file} was recorded with {what} {theirs}, not {ours}: leave that out.",
    # The rules cannot go on
    "cli.failure.choice": "{who}: {choice}. After this the rules cannot go on:",
    "cli.failure.verify": "The rules must forbid this (require), or say what then happens. hoyle verify {game} looks "
    "for all such ways and shows the shortest.",
    # What happened
    "cli.refused": "{move} is not possible:",
    "cli.chance": "Chance",
    "cli.event": "{who}: {what}",
    "cli.event.joint": "; ",
    "cli.event.unsaid": "has decided",
    "cli.event.unseen": "{who} has decided",
    "cli.event.secret": "{who} has chosen, unseen by others",
    "cli.event.only": "{event} (nothing else was possible)",
    # What `show` sentences show
    "cli.shown": "Shown to {names}: {what}",
    "cli.shown.all": "Shown to all: {what}",
    "cli.shown.you": "Only you were shown: {what}",
    "cli.shown.of": "{owner}, {field}",
    "cli.shown.value": "{what}: {value}",
    # The end
    "cli.over": "The game is over: {ending}",
    "cli.over.plain": "The game is over.",
    "cli.over.winner": "{names} wins.",
    "cli.over.shared": "{names} share the victory.",
    "cli.over.team": "{team} wins: {names}.",
    "cli.over.nobody": "Nobody wins.",
    # replay, why
    "cli.replay.title": "{game}, from {file}",
    "cli.replay.open": "The record ends here; to decide: {name}.",
    "cli.replay.begin": "The beginning",
    "cli.replay.last": "This is the end of the record.",
    "cli.replay.first": "This is the beginning.",
    "cli.replay.no_step": "The steps are numbered from 0 to {last}.",
    "cli.replay.prompt": "{step}/{last} (Enter, b, number, ?)> ",
    "cli.replay.bad_word": "'{text}' is not known here. Type ? for help.",
    "cli.replay.typing": "What you can type:\n"
    "  Enter, n        the next step; n 10: ten steps\n"
    "  b, b 10         a step back; ten steps\n"
    "  12              the position after step 12; 0 is the beginning\n"
    "  f, l            the first, the last position\n"
    "  show            all of the position, where the screen holds only part of it\n"
    "  log             the steps up to here\n"
    "  score, score X  the scores, with what paid them; those of player X\n"
    "  as NAME, as     what this player sees; what an onlooker sees\n"
    "  q               leaves",
    "cli.replay.as": "As {name} sees it.",
    "cli.replay.as_all": "As an onlooker sees it.",
    "cli.why.legal": "{move} is possible here.",
    "cli.why.no_line": "{file} has no move in line {line} or after it.",
}
