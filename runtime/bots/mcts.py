"""Monte Carlo tree search for any number of players and hidden information: single-observer information set MCTS
(Cowling, Powley and Whitehouse, 2012) with UCT.

Each iteration imagines a complete position behind what the bot sees, walks down one tree that all of them share, adds
one node, and plays on at random. Every seat maximises its own part of the reward. A child is compared by how often it
was possible, not by how often its parent was visited, as what is legal differs from one imagined position to the next.

What seats do together and in secret (semantics 13) is chosen by each without regard to what others chose: it is counted
at the node where they began.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from attrs import define, field

from hoyle.runtime.bots.greedy import Greedy
from hoyle.runtime.bots.sight import Sight
from hoyle.runtime.bots.worth import Worth, logistic
from hoyle.runtime.compiled import Vector
from hoyle.runtime.errors import RuleError
from hoyle.runtime.playout import STEP_LIMIT

_BIAS: Final = 0.4  # of the first judgement of the moves at the root, which fades with visits
_WIN: Final = 0.5  # of the reward at the end of a game with scores; the rest is the lead


@define(slots=True)
class Node:
    """visits; possible: how often it could have been chosen; rewards: their sums by seat; children by what was chosen;
    bias: what a move seemed to be worth at first, from 0 to 1."""

    rewards: list[float]
    visits: int = 0
    possible: int = 0
    bias: float = 0.0
    children: dict[Hashable, Node] = field(factory=dict)


@define
class Mcts:
    """rng; iterations: of each decision, None: as many as there is time for; seconds: for each decision, None: no
    limit; depth: how many moves a playout is long before the scores are judged, None: to the end of the game;
    explore: the constant of UCT. The same seed makes the same moves if `seconds` is None."""

    rng: random.Random
    iterations: int | None = 400
    seconds: float | None = None
    depth: int | None = None
    explore: float = 0.5
    clock: Callable[[], float] = time.perf_counter

    def decide(self, sight: Sight) -> int:
        """The code of the move that was visited most."""
        search = Search(sight, self)
        begun, count = self.clock(), 0
        while not self._is_done(count, begun):
            search.iterate()
            count += 1
        return search.best()

    def _is_done(self, count: int, begun: float) -> bool:
        if self.iterations is not None and count >= self.iterations:
            return True
        return count > 0 and self.seconds is not None and self.clock() - begun >= self.seconds


class Search:
    """One decision."""

    def __init__(self, sight: Sight, bot: Mcts) -> None:
        self._sight, self._bot = sight, bot
        self._module = sight.rules.module
        self._secret = {d.number for d in sight.rules.info.decisions if d.secret}
        self._worth = Worth(sight.rules, sight.direction)
        self._place = {seat: place for place, seat in enumerate(self._worth.seats)}
        self.seat, self.root = sight.seat, Node([])
        self._leads, self._ends = 0.0, 0
        if sight.direction:
            self._judge_first()

    def _judge_first(self) -> None:
        """What the moves at the root seem to be worth by the scores just after them."""
        judged = Greedy(self._bot.rng, 2).judged(self._sight)
        low, high = min(judged.values()), max(judged.values())
        for code, worth in judged.items():
            self.child(self.root, code).bias = (worth - low) / (high - low) if high > low else 0.0

    def best(self) -> int:
        """Most visits; of equals what was worth most, then what comes first."""
        place = self._place[self._sight.seat]

        def merit(code: int) -> tuple[int, float]:
            child = self.root.children.get(code)
            if child is None or not child.visits:
                return (0, child.bias if child is not None else 0.0)
            return (child.visits, child.rewards[place] / child.visits)

        return max(self._sight.codes, key=merit)

    def iterate(self) -> None:
        """Imagine, walk down, play on, count."""
        s = self._sight.sample(self._bot.rng)
        if s is None:
            return
        path: list[Node] = []
        try:
            self._play_on(s, self._descend(s, path))
        except RuleError:
            return  # what was imagined cannot be; it teaches nothing
        reward = self._reward(s)
        for node in path:
            node.visits += 1
            node.rewards = [a + b for a, b in zip(node.rewards, reward, strict=True)]

    # -------------------------------------------------------------------------------------------- walking down

    def _descend(self, s: Vector, path: list[Node]) -> Any:
        """Walk to a new node, in place; what the game answered there. path: the nodes that count it."""
        result: Any = self._sight.codes
        node, together = self.root, None
        while result is not None:
            if not result:
                code = self._module.sample(s, self._bot.rng.random)
                node = self.child(node, ("chance", code)) if self._module.sees_outcome(s, self.seat) else node
                result = self._module.step(s, code)
                continue
            seat, chooser = self._module.who(s), node
            if s[0] in self._secret:
                together = together or Together(node)
                chooser = together.chooser(seat, node, self)
            else:
                together = None
            code = self._chosen(chooser, self._place[seat], result)
            if together is not None:
                together.note(seat, code)
            path.append(self.child(chooser, code))
            result = self._module.step(s, code)
            if not path[-1].visits:
                return result
            node = self.child(node, code)
        return result

    def child(self, node: Node, key: Hashable) -> Node:
        """The child of that key, made if there is none."""
        found = node.children.get(key)
        if found is None:
            found = node.children[key] = Node([0.0] * len(self._place))
        return found

    def _chosen(self, chooser: Node, place: int, codes: Sequence[int]) -> int:
        """The move with the greatest upper bound for the seat at a place; who was never visited counts as if once,
        with the mean of all."""
        children = [self.child(chooser, code) for code in codes]
        visits = sum([child.visits for child in children])
        mean = sum([child.rewards[place] for child in children]) / visits if visits else 0.5
        best, most, first = 0, -1.0, int(self._bot.rng.random() * len(codes))
        for at in (*range(first, len(codes)), *range(first)):
            child = children[at]
            child.possible += 1
            number = child.visits + 1
            bound = (child.rewards[place] + mean + _BIAS * child.bias) / number
            bound += self._bot.explore * math.sqrt(math.log(child.possible + 1) / number)
            if bound > most:
                best, most = at, bound
        return codes[best]

    # -------------------------------------------------------------------------------------------- playing on

    def _play_on(self, s: Vector, result: Any) -> None:
        """At random, in place, to the end or as deep as is wanted."""
        step, sample, rng = self._module.step, self._module.sample, self._bot.rng.random
        left = self._bot.depth if self._bot.depth is not None else STEP_LIMIT
        while result is not None and left > 0:
            if result:
                left -= 1
                result = step(s, result[int(rng() * len(result))])
            else:
                result = step(s, sample(s, rng))

    def _reward(self, s: Vector) -> list[float]:
        """Of each seat, from 0 to 1."""
        wins, leads = self._worth.wins(s), self._worth.leads(s)
        if not self._sight.direction:
            return wins or [1 / len(leads)] * len(leads)
        self._ends += 1
        self._leads += max(leads)
        spread = max(1.0, self._leads / self._ends)
        by_lead = [logistic(lead / spread) for lead in leads]
        return by_lead if wins is None else [_WIN * w + (1 - _WIN) * b for w, b in zip(wins, by_lead, strict=True)]


@define(slots=True)
class Together:
    """Choices made in secret by several seats: each is counted at the node where they began, by what the seat itself
    has chosen since, whatever others chose."""

    origin: Node
    last: int | None = None
    chosen: dict[int, tuple[int, ...]] = field(factory=dict)

    def chooser(self, seat: int, node: Node, search: Search) -> Node:
        """Where a choice of this seat is counted. Who comes again after another one begins the next round of them."""
        if seat in self.chosen and seat != self.last:
            self.origin, self.last, self.chosen = node, None, {}
        own = self.chosen.get(seat, ())
        if self.origin is search.root and seat == search.seat and not own:
            return self.origin
        return search.child(self.origin, ("together", seat, own))

    def note(self, seat: int, code: int) -> None:
        """The seat has chosen."""
        self.chosen[seat] = (*self.chosen.get(seat, ()), code)
        self.last = seat
