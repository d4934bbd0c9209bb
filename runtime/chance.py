"""Where randomness comes from: drivers own generators, made from a seed, and answer chance nodes. States have none."""

from __future__ import annotations

import random
import secrets

from hoyle.runtime.state import State


def generator(seed: int | str, index: int | None = None) -> random.Random:
    """The generator of a seed, or of the `index`-th game of a seed. The same on every machine and in every process."""
    return random.Random(str(seed) if index is None else f"{seed}/{index}")


def fresh_seed() -> int:
    """A seed nobody has chosen, short enough to be told and typed again."""
    return secrets.randbelow(1_000_000_000)


def settle(state: State, rng: random.Random) -> int:
    """Let chance decide until a player has to, or the game is over; how often it did."""
    count = 0
    while state.kind == "chance":
        state.apply(state.sample_chance(rng))
        count += 1
    return count
