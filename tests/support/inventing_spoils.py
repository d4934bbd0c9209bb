"""Invented games with one thing made wrong that no reading of the language allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

_NUMBERS = re.compile(r"(?<=[ (\[])\d+(?=[ )\],])")


def spoilt(text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """What is wrong, and the text with it. Each text is refused."""
    lines = text.splitlines()

    def put(number: int, line: str) -> str:
        return "\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n"

    play = lines.index("play:")
    yield "a name that nothing has", put(play, "play:\n    nothing_of_the_kind = 1")
    yield "a number where a condition is wanted", put(play, "play:\n    if round + 1: round = 0")
    yield "a condition where a number is wanted", put(play, "play:\n    round = round == 1")
    yield "a member where a number is wanted", put(play, "play:\n    round = red")
    yield "a member of another type", put(play, "play:\n    if red == player_1: round = 0")
    yield "members added", put(play, "play:\n    round = red + green")
    yield "a number of members", put(play, "play:\n    round = count(red)")
    yield "none where there is none", put(play, "play:\n    round = none")
    yield "an argument too many", put(play, "play:\n    round = index(red, green)")
    yield "a set of two types", put(play, "play:\n    if round in {1, red}: round = 0")
    yield "nobody's turn", put(play, "play:\n    must play_nothing")
    yield "a player who is none", put(play, "play:\n    round must choose c in Colour: round = 1")
    yield "a type that nothing is", put(play, "game has:\n    odd: Nothing\nplay:")
    yield "a field twice", put(play, "game has:\n    round: 0..3\nplay:")
    actions = [n for n, line in enumerate(lines) if line.startswith("    require ")]
    if actions:
        n = rng.choice(actions)
        yield "a requirement that is a number", put(n, lines[n].partition(":")[0] + ": round + 1")
        yield "a requirement twice", put(n, f"{lines[n]}\n{lines[n]}")
    fields = [n for n, line in enumerate(lines) if re.fullmatch(r"    \w+: 0\.\.\d+( = \d+)?", line)]
    n = rng.choice(fields)
    yield "a default out of range", put(n, f"{lines[n].partition(' = ')[0]} = 999")
    yield "a default of another type", put(n, f"{lines[n].partition(' = ')[0]} = true")
