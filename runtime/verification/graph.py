"""Which state follows which, in few bytes, and what that says about the games that are possible."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator

from attrs import define, field


@define
class Graph:
    """States by number, as they were found: breadth first, so that depths never fall, and looked at in that order.

    parents, choices: which state, and which of its choices by place, led to each first; layers: the number of the first
    state at each depth; starts, targets: the states that follow a state `n` that was looked at are
    `targets[starts[n]:starts[n + 1]]`.
    """

    parents: array[int] = field(factory=lambda: array("q"))
    choices: array[int] = field(factory=lambda: array("q"))
    layers: array[int] = field(factory=lambda: array("q"))
    starts: array[int] = field(factory=lambda: array("q", [0]))
    targets: array[int] = field(factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.parents)

    @property
    def looked_at(self) -> int:
        return len(self.starts) - 1

    @property
    def memory(self) -> int:
        """Bytes, about."""
        return 8 * (len(self.parents) + len(self.choices) + len(self.starts) + len(self.targets))

    def add(self, parent: int, choice: int) -> int:
        """A new state; its number."""
        number = len(self.parents)
        if parent < 0 or parent >= self.layers[-1]:
            self.layers.append(number)
        self.parents.append(parent)
        self.choices.append(choice)
        return number

    def connect(self, followers: Iterable[int]) -> None:
        """The states that follow the next one."""
        self.targets.extend(followers)
        self.starts.append(len(self.targets))

    def depth(self, number: int) -> int:
        """Steps that lead to a state at least."""
        return bisect_right(self.layers, number) - 1

    def way(self, number: int) -> list[int]:
        """The places of the choices that lead to a state."""
        places: list[int] = []
        while self.parents[number] >= 0:
            places.append(self.choices[number])
            number = self.parents[number]
        return places[::-1]

    def sizes(self) -> list[int]:
        """How many states there are at each depth."""
        ends = [*self.layers[1:], len(self)]
        return [end - start for start, end in zip(self.layers, ends, strict=True)]

    def followers(self, number: int) -> array[int]:
        return self.targets[self.starts[number] : self.starts[number + 1]]

    # -------------------------------------------------------------------------------------------- games

    def in_order(self) -> Iterator[int]:
        """The states that were looked at, each after all that lead to it; those on circles and behind them never."""
        waiting = array("q", bytes(8 * len(self)))
        for follower in self.targets:
            waiting[follower] += 1
        ready = deque(number for number in range(len(self)) if not waiting[number])
        while ready:
            number = ready.popleft()
            yield number
            if number < self.looked_at:
                for follower in self.followers(number):
                    waiting[follower] -= 1
                    if not waiting[follower]:
                        ready.append(follower)

    def longest(self) -> int | None:
        """Steps of the longest game of what is known; None if states can come again."""
        length = array("q", bytes(8 * len(self)))
        passed = 0
        for number in self.in_order():
            passed += 1
            if number < self.looked_at:
                for follower in self.followers(number):
                    length[follower] = max(length[follower], length[number] + 1)
        return max(length) if passed == len(self) else None

    def games(self) -> int | None:
        """How many games there are, as sequences of choices; None if states can come again. Of a whole graph."""
        ways = [0] * len(self)
        ways[0] = 1
        total = passed = 0
        for number in self.in_order():
            passed += 1
            following = self.followers(number) if number < self.looked_at else ()
            for follower in following:
                ways[follower] += ways[number]
            if not following:
                total += ways[number]
            ways[number] = 0
        return total if passed == len(self) else None

    def shortest(self) -> int | None:
        """Steps of the shortest game of what is known; None if none ends."""
        ends = (n for n in range(self.looked_at) if self.starts[n] == self.starts[n + 1])
        first = next(ends, None)
        return None if first is None else self.depth(first)

    def endless(self) -> list[int]:
        """The states from which no end can be reached any more. Of a whole graph."""
        before: list[list[int]] = [[] for _ in range(len(self))]
        for number in range(self.looked_at):
            for follower in self.followers(number):
                before[follower].append(number)
        reached = bytearray(len(self))
        todo = [number for number in range(self.looked_at) if self.starts[number] == self.starts[number + 1]]
        for number in todo:
            reached[number] = 1
        while todo:
            for number in before[todo.pop()]:
                if not reached[number]:
                    reached[number] = 1
                    todo.append(number)
        return [number for number in range(len(self)) if not reached[number]]
