"""How two sets of games differ, number by number, and which differences are more than chance.

Shares are compared by a z-test, means by Welch's test, and all of them together corrected by Holm's method: the chance
that any difference of the list is marked though there is none is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from hoyle.runtime.reporting.sample import Sample
from hoyle.runtime.simulation.statistics import holm, mean_interval, means_differ, share_is, shares_differ

_FREQUENT: Final = 0.02  # how often a game something must happen to be compared
_MOST: Final = 60  # actions, and cards, that are compared


@frozen
class Difference:
    """kind: a key of the catalogue (`wins`, `total`, …) and what it is about, as it is called in rows. here, there: the
    two values; is_share: whether they are shares; p: before the correction; is_marked: more than chance."""

    kind: str
    about: str
    here: float
    there: float
    is_share: bool
    p: float
    is_marked: bool = False


def differences(here: Sample, there: Sample) -> list[Difference]:
    """All that can be compared, in the order of a report, with those marked that are significant together."""
    found = [*_of_seats(here, there), *_of_games(here, there), *_of_uses(here, there)]
    return [evolve(one, is_marked=mark) for one, mark in zip(found, holm([one.p for one in found]), strict=True)]


def _means(kind: str, about: str, here: Sequence[float], there: Sequence[float]) -> Iterator[Difference]:
    if here and there:
        p = means_differ(here, there)
        yield Difference(kind, about, mean_interval(here)[0], mean_interval(there)[0], False, p)


def _of_seats(here: Sample, there: Sample) -> Iterator[Difference]:
    both = [seat for seat in here.seats if seat in there.seats]
    wins, others = here.wins(), there.wins()
    for seat in both:
        one, other = wins[seat], others[seat]
        p = shares_differ(one.hits, one.number, other.hits, other.number)
        yield Difference("wins", seat, one.value, other.value, True, p)
    if here.has_scores or there.has_scores:
        for seat in both:
            yield from _means("total", seat, here.totals(seat), there.totals(seat))
        for component in [name for name in here.components if name in there.components]:
            yield from _means("score", component, _common(here, component, both), _common(there, component, both))


def _common(sample: Sample, component: str, seats: Sequence[str]) -> list[float]:
    return [points for seat in seats for points in sample.scores(component, seat)]


_GAMES: Final[tuple[tuple[str, Callable[[Sample], list[float]]], ...]] = (
    ("length", Sample.lengths),
    ("options", Sample.mean_options),
    ("lead_changes", Sample.lead_changes),
    ("margin", Sample.margins),
)


def _of_games(here: Sample, there: Sample) -> Iterator[Difference]:
    for kind, numbers in _GAMES:
        if kind in ("length", "options") or here.has_scores or there.has_scores:
            yield from _means(kind, "", numbers(here), numbers(there))
    ends, others = here.endings(), there.endings()
    for name in ends:
        if name in others and not ends[name].value == others[name].value == 1:
            one, other = ends[name], others[name]
            p = shares_differ(one.hits, one.number, other.hits, other.number)
            yield Difference("ending", name, one.value, other.value, True, p)


def _of_uses(here: Sample, there: Sample) -> Iterator[Difference]:
    for kind in ("actions", "named"):
        uses, others = here.uses(kind), there.uses(kind)
        frequent = [name for name in uses if name in others and uses[name].rate + others[name].rate > 2 * _FREQUENT]
        for name in frequent[:_MOST]:
            yield from _means(kind, name, here.per_game(kind, name), there.per_game(kind, name))


def unlike_expected(shares: Sequence[tuple[int, int, float]]) -> list[bool]:
    """Which of several shares (hits, of how many, expected) are not as expected, corrected together."""
    return holm([share_is(hits, number, expected) for hits, number, expected in shares])
