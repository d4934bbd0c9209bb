"""A compiled game as a contestant: contest_hoyle.py GAME PLAYERS [OPTION=VALUE ...]"""

from __future__ import annotations

import random
import sys

from contestant import serve
from hoyle.runtime import load
from hoyle.runtime.playout import playout


def main(name: str, players: str, *options: str) -> None:
    game = load(name, int(players), options=dict(option.split("=", 1) for option in options))
    rng = random.Random(1)
    serve(lambda: playout(game, rng).moves)


if __name__ == "__main__":
    main(*sys.argv[1:])
