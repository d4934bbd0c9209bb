"""Moments of games with something hidden, and others that look the same to who decides there."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

from hoyle.runtime import load
from hoyle.runtime.bots.past import Entry, Past
from hoyle.runtime.bots.sight import sight
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.game import Game
from hoyle.runtime.rules import Position
from hoyle.runtime.state import State
from hoyle.runtime.verification.laws import permuted

SECRETS = [("love-letter", 3), ("kauri", 3), ("kumata", 2), ("kuhn-poker", 3), ("leduc-poker", 2), ("goofspiel", 2)]


@cache
def game_of(name: str, players: int) -> Game:
    return load(name, players=players)


def decisions(game: Game, seed: int) -> Iterator[State]:
    """Copies of the states of a random playthrough at which somebody has a choice."""
    state, rng = game.new(log=True), generator(seed)
    while state.kind != "over":
        moves = state.legal_moves()
        if len(moves) > 1:
            yield state.clone()
        state.apply(rng.choice(moves) if moves else state.sample_chance(rng))


def some_decisions(game: Game, seed: int, number: int) -> list[State]:
    found = list(islice(decisions(game, seed), 60))
    return generator(seed, 1).sample(found, min(number, len(found)))


def happened(state: State) -> list[Entry]:
    return list(Past.of(state).backwards())[::-1]


def elsewhere(state: State, rng: random.Random) -> tuple[Vector, list[Entry]]:
    """A vector that looks the same to who decides, with all that is hidden changed, and a past that led there: what was
    chosen in secret meanwhile is another choice, too."""
    rules, seat, past = state.game.rules, state.position.you, happened(state)
    assert seat is not None
    start = len(past)
    while start and (asked := rules.decisions.get(past[start - 1].before[0])) is not None and asked.secret:
        start -= 1
    position = state.position
    if not position.decision.secret or start == len(past) or not rules.frozen_copies:  # type: ignore[union-attr]
        return permuted(position, seat, rng), past
    block = past[start:]
    s = permuted(Position(rules, block[0].before), seat, rng)
    for at, copy, length in rules.frozen_copies:
        s[copy : copy + length] = s[at : at + length]
    changed, result = past[: len(past) - len(block)], rules.module.moves(s)
    for entry in block:
        chosen = entry.code if rules.module.who(entry.before) == seat else rng.choice(result)
        changed.append(Entry(copied(s), chosen))
        result = rules.module.step(s, chosen)
    return s, changed


def imagined(state: State, rng: random.Random) -> tuple[Vector, list[Entry]]:
    """Another one, with components from undrawn piles in hidden hands, too."""
    s = sight(state).sample(rng)
    assert s is not None
    return s, happened(state)
