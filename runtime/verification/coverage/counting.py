"""What is counted: places of the rules, and how often each was passed; what builds in several settings saw adds up."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from attrs import define, field, frozen

from hoyle.runtime.game import Game

Place = tuple[str, str, int, int]  # kind, file, line, column
KINDS = ("require", "verb", "statement", "else", "case", "row")


@frozen
class Spot:
    """A place that ought to be passed. kind: one of KINDS (`compiler/probes.py` says what each is); owner: the verb,
    define, score or table it stands in; source: its text, of a requirement or row its name."""

    kind: str
    owner: str
    source: str
    file: str
    line: int
    column: int

    @property
    def place(self) -> Place:
        return self.kind, self.file, self.line, self.column


@frozen
class Told:
    """An example that was run. line: where it stands; cites: its clauses."""

    name: str
    file: str
    line: int
    cites: tuple[str, ...]
    passed: bool


@define
class Counts:
    """What was seen. passed: how often each place was run, asked for or used, of a requirement how often it held for a
    move that was made; alone: how often a requirement was the only reason of a refusal."""

    spots: dict[Place, Spot] = field(factory=dict)
    passed: Counter[Place] = field(factory=Counter)
    alone: Counter[Place] = field(factory=Counter)
    examples: list[Told] = field(factory=list)
    games: int = 0

    def add(self, other: Counts) -> None:
        for place, spot in other.spots.items():
            self.spots.setdefault(place, spot)
        self.passed.update(other.passed)
        self.alone.update(other.alone)
        self.examples += other.examples
        self.games += other.games

    def is_exercised(self, place: Place) -> bool:
        return self.passed[place] > 0 and (place[0] != "require" or self.alone[place] > 0)


def spots_of(game: Game) -> list[Spot]:
    """The places that a build with probes has, by number."""
    return [Spot(*point) for point in cast(Any, game.fast()).PROBES]


def counts_of(game: Game) -> Counts:
    """What a build with probes has counted so far; of requirements and rows only that they are there."""
    spots, counts = spots_of(game), cast(Any, game.fast()).COUNTS
    done = {s.owner: n for s, n in zip(spots, counts, strict=True) if s.kind == "verb"}
    found = Counts({s.place: s for s in spots})
    for spot, count in zip(spots, counts, strict=True):
        if spot.kind == "require":  # it held for every move that was made
            found.passed[spot.place] += done[spot.owner]
        elif count:
            found.passed[spot.place] += count
    return found
