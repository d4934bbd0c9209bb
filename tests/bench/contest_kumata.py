"""Kumata written by hand as a contestant: contest_kumata.py PLAYERS"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from contestant import serve

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from kumata_reference import Kumata  # noqa: E402 - found only behind the line above


def main(players: str) -> None:
    count, rng = int(players), random.Random(1)
    serve(lambda: Kumata.dealt(count, rng).play_out(rng))


if __name__ == "__main__":
    main(*sys.argv[1:])
