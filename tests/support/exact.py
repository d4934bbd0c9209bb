"""What is known of a whole game, exactly: how many ways lead to each depth, how random play goes, how many nodes and
information sets its tree has.

Most of it walks the game layer by layer, equal positions once, with the fast functions of the compiled game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Generic, TypeVar

from attrs import define, field

from hoyle.runtime import Game, State
from hoyle.runtime.compiled import Compiled, Result, Vector
from trees import after, followers

Weight = TypeVar("Weight", int, Fraction)


@define
class Node(Generic[Weight]):
    """A position at some depth. result: moves, () for chance, None if the game is over. weight: of all ways to it."""

    s: Vector
    result: Result
    weight: Weight


def layers(module: Compiled, one: Weight, spread: Callable[[Weight, Fraction], Weight]) -> Iterator[list[Node[Weight]]]:
    """The positions after 0, 1, … plies, chance nodes included. spread: what an answer gets of its node's weight."""
    start = module.new()
    layer = [Node(start, module.start(start), one)]
    while layer:
        yield layer
        below: dict[tuple[int, ...], Node[Weight]] = {}
        for node in layer:
            for code, chance in answers(module, node):
                s = node.s[:]
                result = module.step(s, code)
                weight = spread(node.weight, chance)
                known = below.setdefault(tuple(s[: module.DERIVED]), Node(s, result, weight))
                if known.s is not s:
                    known.weight += weight
        layer = list(below.values())


def answers(module: Compiled, node: Node[Weight]) -> list[tuple[int, Fraction]]:
    """Moves or outcomes, with their probabilities in random play; none if the game is over."""
    if node.result is None:
        return []
    if node.result:
        share = Fraction(1, len(node.result))
        return [(code, share) for code in node.result]
    outcomes = module.outcomes(node.s)
    total = sum(weight for _, weight in outcomes)
    return [(code, Fraction(weight, total)) for code, weight in outcomes]


def ways(game: Game) -> Iterator[list[Node[int]]]:
    """The positions after 0, 1, … plies, each with the number of ways that lead to it."""
    return layers(game.fast(), 1, lambda weight, _: weight)


def perft_rows(game: Game, depth: int) -> dict[int, int]:
    """The perft of the start for each depth from 1 on; the last layer is counted, not made."""
    module = game.fast()
    rows = {}
    for row, layer in enumerate(ways(game), start=1):
        rows[row] = sum(node.weight * len(answers(module, node)) for node in layer)
        if row == depth:
            break
    return rows


# ------------------------------------------------------------------------------------------------ random play


@define
class RandomPlay:
    """Random play to the end. plies: how many there are on average, chance nodes included.

    ends: how likely each set of winners is. totals: the average of each seat's total. positions: all that can be met.
    """

    plies: Fraction
    ends: dict[frozenset[int], Fraction]
    totals: list[Fraction]
    positions: int = 0

    @property
    def advantage(self) -> Fraction:
        """How much more often the first of two seats wins than the second."""
        first, second = (self.ends.get(frozenset({seat}), Fraction(0)) for seat in (0, 1))
        return first - second


def random_play(game: Game) -> RandomPlay:
    """The exact averages of random play. Positions count once a depth."""
    module = game.fast()
    found = RandomPlay(Fraction(0), {}, [Fraction(0) for _ in game.players])
    for layer in layers(module, Fraction(1), lambda weight, chance: weight * chance):
        found.positions += len(layer)
        for node in layer:
            if node.result is None:
                _end(found, module, node)
            else:
                found.plies += node.weight
    return found


def _end(found: RandomPlay, module: Compiled, node: Node[Fraction]) -> None:
    winners = frozenset(module.winners(node.s))
    found.ends[winners] = found.ends.get(winners, Fraction(0)) + node.weight
    for seat in range(len(found.totals)):
        found.totals[seat] += node.weight * module.total(node.s, seat)


# ------------------------------------------------------------------------------------------------ whole trees


@define
class TreeCount:
    """Nodes of a whole game tree. choices: decisions between several moves, by player; information_sets: of those."""

    terminals: int = 0
    decisions: int = 0
    chances: int = 0
    choices: dict[str, int] = field(factory=dict)
    information_sets: set[tuple[str, object]] = field(factory=set)


def count_tree(game: Game) -> TreeCount:
    """Every node of the tree of a small game, equal positions as often as they come."""
    found = TreeCount()
    _count(found, game.new(log=True))
    return found


def _count(found: TreeCount, state: State) -> None:
    if state.kind == "over":
        found.terminals += 1
    elif state.kind == "chance":
        found.chances += 1
        for outcome, _ in state.outcomes():
            _count(found, after(state, outcome))
    else:
        _count_decision(found, state)


def _count_decision(found: TreeCount, state: State) -> None:
    player = state.player
    assert player is not None
    found.decisions += 1
    if len(state.legal_moves()) > 1:
        found.choices[player] = found.choices.get(player, 0) + 1
        found.information_sets.add((player, state.information_state(player)))
    for follower in followers(state):
        _count(found, follower)
