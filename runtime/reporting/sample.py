"""Many games taken together: what a report tells of them, as numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.problems import UserError, os_problem
from hoyle.runtime.simulation.rows import PARTS, Row
from hoyle.runtime.simulation.statistics import wilson

_KEYS: Final = ("game", "title", "rules", "ending", "stopped", "moves", "winners", "lead_changes", "options", "seats")
_SEAT_KEYS: Final = ("bot", "won", "total", "scores", "powers", "actions", "named")


class ReportError(UserError):
    """There is nothing to report, or what is given cannot be."""


@frozen
class Share:
    """How often something was so. expected: how often if it made no difference; None: nothing is expected."""

    hits: int
    number: int
    expected: float | None = None

    @property
    def value(self) -> float:
        return self.hits / self.number if self.number else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.number)


@frozen
class Use:
    """How often an action was done, or a card named. games: seats of finished games whose player did it at all; won:
    how many of those won; rate: how often a game, all seats together; expected: what share of them would have won as
    often as the same seats do anyway."""

    games: int
    won: int
    rate: float
    expected: float

    @property
    def share(self) -> Share:
        return Share(self.won, self.games, self.expected)


@frozen(slots=False)
class Sample:
    """Rows of one game, as `simulate` writes them. label: what they are called beside others."""

    label: str
    rows: Sequence[Row]

    @cached_property
    def finished(self) -> list[Row]:
        """The games that were not stopped: the only ones with scores and winners."""
        return [row for row in self.rows if not row["stopped"]]

    @cached_property
    def seats(self) -> list[str]:
        return list(self.rows[0]["seats"]) if self.rows else []

    @cached_property
    def components(self) -> list[str]:
        found = {name: None for seat in self.rows[0]["seats"].values() for name in seat["scores"]}
        return list(found)

    # -------------------------------------------------------------------------------------------- who wins

    @cached_property
    def fair(self) -> float:
        """The share of victories of a seat if all were alike: shared ones count for each winner."""
        victories = sum(len(row["winners"]) for row in self.finished)
        return victories / (len(self.finished) * len(self.seats)) if self.finished else 0.0

    def wins(self) -> dict[str, Share]:
        """Of each seat."""
        number = len(self.finished)
        return {
            seat: Share(sum(row["seats"][seat]["won"] for row in self.finished), number, self.fair)
            for seat in self.seats
        }

    def wins_by(self, key: str) -> dict[str, Share]:
        """By what sat there (`bot`), over all seats."""
        return _shares(((str(seat[key]), seat["won"]) for seat in self._all_seats if seat[key]), self.fair)

    def powers(self) -> dict[str, dict[str, Share]]:
        """Of each field that says who a player is: of each of its values how often a player with it won."""
        names = {name: None for seat in self._all_seats for name in seat["powers"]}
        return {name: self._power(name) for name in names}

    def _power(self, name: str) -> dict[str, Share]:
        held = ((seat["powers"][name], seat["won"]) for seat in self._all_seats if name in seat["powers"])
        return _shares(held, self.fair)

    @cached_property
    def _all_seats(self) -> list[Mapping[str, Any]]:
        return [seat for row in self.finished for seat in row["seats"].values()]

    # -------------------------------------------------------------------------------------------- scores

    def totals(self, seat: str | None = None) -> list[float]:
        """Of one seat, or of all."""
        return [one["total"] for one in self._of(seat)]

    def scores(self, component: str, seat: str | None = None, won: bool | None = None) -> list[float]:
        """A component of the scores: of one seat or of all, of winners, of others, or of both."""
        found = self._of(seat)
        return [s["scores"][component] for s in found if component in s["scores"] and won in (None, s["won"])]

    def _of(self, seat: str | None) -> Iterable[Mapping[str, Any]]:
        return (
            self._all_seats if seat is None else [row["seats"][seat] for row in self.finished if seat in row["seats"]]
        )

    def margins(self) -> list[float]:
        """How far the best total is from the second."""
        both = [sorted((seat["total"] for seat in row["seats"].values()), reverse=True)[:2] for row in self.finished]
        return [pair[0] - pair[1] for pair in both if len(pair) == 2]

    @cached_property
    def has_scores(self) -> bool:
        return any(seat["total"] for seat in self._all_seats)

    # -------------------------------------------------------------------------------------------- how games go

    def lengths(self) -> list[float]:
        return [row["moves"] for row in self.rows]

    def lead_changes(self) -> list[float]:
        return [row["lead_changes"] for row in self.finished if row["lead_changes"] is not None]

    def options(self) -> list[list[float]]:
        """How many moves there were to choose from, in each tenth of the game, game by game."""
        return [
            [row["options"][part] for row in self.rows if row["options"][part] is not None] for part in range(PARTS)
        ]

    def mean_options(self) -> list[float]:
        """The same over whole games."""
        kept = [[mean for mean in row["options"] if mean is not None] for row in self.rows]
        return [sum(means) / len(means) for means in kept if means]

    def endings(self) -> dict[str, Share]:
        counted = Counter(row["ending"] for row in self.rows)
        return {name: Share(count, len(self.rows)) for name, count in counted.most_common()}

    # -------------------------------------------------------------------------------------------- what is done

    def uses(self, key: str) -> dict[str, Use]:
        """Of each action (`actions`) or card and the like (`named`), the most frequent first."""
        done, games, won, expected = Counter[str](), Counter[str](), Counter[str](), dict[str, float]()
        usual = {seat: share.value for seat, share in self.wins().items()}
        for name, seat in ((name, seat) for row in self.finished for name, seat in row["seats"].items()):
            done.update(seat[key])
            games.update(dict.fromkeys(seat[key], 1))
            won.update(dict.fromkeys(seat[key], int(seat["won"])))
            expected |= {thing: expected.get(thing, 0.0) + usual[name] for thing in seat[key]}
        number = max(1, len(self.finished))
        return {
            name: Use(games[name], won[name], count / number, expected[name] / games[name])
            for name, count in done.most_common()
        }

    def per_game(self, key: str, name: str) -> list[float]:
        """How often something was done in each game."""
        return [sum(seat[key].get(name, 0) for seat in row["seats"].values()) for row in self.finished]


def _shares(pairs: Iterable[tuple[str, bool]], expected: float) -> dict[str, Share]:
    number, hits = Counter[str](), Counter[str]()
    for name, won in pairs:
        number[name] += 1
        hits[name] += won
    return {name: Share(hits[name], number[name], expected) for name in sorted(number)}


# ------------------------------------------------------------------------------------------------ from a file


def read_rows(path: str, identity: str | None = None) -> list[Row]:
    """The rows of a `.jsonl` file that `hoyle simulate --out` wrote.

    ReportError if it cannot be read, holds no rows, something else, or games of other rules than `identity`.
    """
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError as error:
        raise ReportError("report.unreadable", name=path, why=os_problem(error)) from error
    except UnicodeDecodeError as error:
        raise ReportError("report.no_row", name=path, line=1) from error
    rows = [_row(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise ReportError("report.empty", name=path)
    wanted = identity or rows[0]["rules"]
    for number, row in enumerate(rows, 1):
        if row["rules"] != wanted:
            raise ReportError("report.foreign", name=path, line=number, title=row["title"])
    return rows


def _row(path: str, number: int, line: str) -> Row:
    try:
        row = json.loads(line)
        is_row = all(key in row for key in _KEYS) and all(
            key in seat for seat in row["seats"].values() for key in _SEAT_KEYS
        )
    except (ValueError, TypeError, AttributeError):
        is_row = False
    if not is_row:
        raise ReportError("report.no_row", name=path, line=number)
    return row  # type: ignore[no-any-return]
