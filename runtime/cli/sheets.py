"""The score sheet: all scores side by side, and why each point was scored, of a player, a source or a thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click
from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.naming import type_name
from hoyle.runtime.cli.panel import score_table
from hoyle.runtime.cli.seats import seat_named
from hoyle.runtime.description import ComponentInfo, TypeInfo
from hoyle.runtime.game import Game
from hoyle.runtime.loader import folded
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import about, component_name, display, seat_name
from hoyle.runtime.state import State


@frozen
class _Paid:
    """What paid points. names: how it is found: with and without the name of its type."""

    said: str
    points: int
    names: frozenset[str]


def score_sheet(state: State, seat: str, viewer: int | None, language: str) -> list[str]:
    """The scores as a seat (None: a spectator) sees them, and what paid those of one player; [] in a game without."""
    position = state.position
    table = score_table(position, viewer, language)
    if not table:
        return []
    return [*table, "", *_of_seat(position, position.rules.seat(seat), viewer, language)]


def score_about(state: State, asked: str, viewer: int | None, language: str) -> list[str] | None:
    """What paid the scores that a word is about: those of a player (with all scores), one source of points of all
    players, or all that one thing paid. None if it is about nothing; [] in a game without scores."""
    position, wanted = state.position, folded(asked)
    seat = seat_named(state.game, asked, language)
    rules = position.rules
    if not rules.info.components:
        return []

    def is_named(component: ComponentInfo) -> bool:
        names = (component.name, *(component_name(rules, component.name, tongue) for tongue in (language, "en")))
        return wanted in map(folded, names) or (len(wanted) > _TELLING and any(wanted in folded(n) for n in names))

    if seat is not None and not (wanted.isdigit() and _of_things(position, wanted, viewer, language)):
        return score_sheet(state, seat, viewer, language)
    if any(map(is_named, rules.info.components)):
        return _of_all(position, viewer, language, is_named)
    return _of_things(position, wanted, viewer, language) or None


def tell_no_score(game: Game, asked: str, language: str) -> None:
    """That a word is about no score, and which words are."""
    comma = message(language, "list")
    names = comma.join(game.seat_name(seat, language) for seat in game.players)
    parts = comma.join(game.component_name(component, language) for component in game.components)
    key = "cli.play.no_score" if parts else "cli.play.no_seat"
    click.echo("\n".join(paragraph(message(language, key, name=asked[:40], names=names, parts=parts))))


_TELLING = 3  # letters of a word that is also looked for within names


def _of_seat(
    position: Position,
    seat: int,
    viewer: int | None,
    language: str,
    wanted: Callable[[ComponentInfo], bool] = lambda _: True,
) -> list[str]:
    name = seat_name(position.rules, position.rules.seat_name[seat], language)
    title = message(language, "cli.sheet.title", name=name)
    parts = list(_parts(position, seat, viewer, language, wanted))
    return [title, *(parts or [message(language, "cli.sheet.nothing")])]


def _of_all(
    position: Position, viewer: int | None, language: str, wanted: Callable[[ComponentInfo], bool]
) -> list[str]:
    """Some components of all players who have them."""
    seats = {seat for component in position.rules.info.components if wanted(component) for seat in component.seats}
    codes = [seat for seat in position.rules.seat_name if seat in seats]
    blocks = [_of_seat(position, seat, viewer, language, wanted) for seat in codes]
    return [line for number, block in enumerate(blocks) for line in ["", *block][number == 0 :]]


def _of_things(position: Position, wanted: str, viewer: int | None, language: str) -> list[str]:
    """What one thing paid to each player."""
    lines: list[str] = []
    for seat, label in position.rules.seat_name.items():
        for component in _own(position, seat):
            if _points(position, component, seat, viewer) is None:
                continue
            for paid in _paid(position, component.number, seat, language):
                if wanted in paid.names:
                    values = {"name": seat_name(position.rules, label, language), "points": paid.points}
                    what = component_name(position.rules, component.name, language)
                    said = message(language, "cli.sheet.of_thing", thing=paid.said, what=what, **values)
                    lines += paragraph(_cited(said, component.cites))
    return lines


# ------------------------------------------------------------------------------------------------ one component


def _own(position: Position, seat: int) -> list[ComponentInfo]:
    return [component for component in position.rules.info.components if seat in component.seats]


def _points(position: Position, component: ComponentInfo, seat: int, viewer: int | None) -> int | None:
    """What a component counts, None if the viewer may not know it."""
    if position.is_over:
        return int(position.module.score(position.s, component.number, seat))
    points: int | None = position.module.view_score(position.s, component.number, seat, viewer)
    return points


def _cited(text: str, cites: Sequence[str]) -> str:
    return f"{text} [{', '.join(cites)}]" if cites else text


def _parts(
    position: Position, seat: int, viewer: int | None, language: str, wanted: Callable[[ComponentInfo], bool]
) -> Iterator[str]:
    """Each component of a score with why it counts, and what paid it; the points of its parts sum to it."""
    rules = position.rules
    for component in filter(wanted, _own(position, seat)):
        name = component_name(rules, component.name, language)
        points = _points(position, component, seat, viewer)
        if points is None:
            yield from paragraph(message(language, "cli.sheet.unknown", name=name), indent=2)
            continue
        said = message(language, "cli.sheet.part", name=name, points=points)
        yield from paragraph(_cited(said, component.cites), indent=2)
        why = about(rules, f"score.{component.name}", language)
        yield from paragraph(why, indent=4) if why is not None else ()
        for line in _grouped(_paid(position, component.number, seat, language), language):
            yield from paragraph(line, indent=6)


def _grouped(paid: Sequence[_Paid], language: str) -> Iterator[str]:
    """Things that paid alike together."""
    alike: dict[int, list[str]] = {}
    for each in paid:
        alike.setdefault(each.points, []).append(each.said)
    for points, names in sorted(alike.items(), key=lambda item: -item[0]):
        things = message(language, "list").join(names)
        key = "cli.sheet.each" if len(names) > 1 else "cli.sheet.one"
        yield message(language, key, things=things, points=points, count=len(names), all=points * len(names))


def _paid(position: Position, component: int, seat: int, language: str) -> list[_Paid]:
    """The things that paid a component. What no thing paid is not told."""
    found = position.module.provenance(position.s, component, seat)
    return [_thing(position, things, points, language) for _, things, points in found if points and things]


def _thing(position: Position, things: Sequence[tuple[object, TypeInfo]], points: int, language: str) -> _Paid:
    named = [_named(position, value, kind, language) for value, kind in things]
    plain = [display(position, value, kind, language) for value, kind in things]
    names = frozenset(folded(" ".join(words)) for words in (named, plain))
    return _Paid(" ".join(named), points, names)


def _named(position: Position, value: object, kind: TypeInfo, language: str) -> str:
    """A thing; one that is but a number with the name of its type."""
    said = display(position, value, kind, language)
    if kind.domain is None or not said.isdigit():
        return said
    return message(language, "cli.sheet.numbered", type=type_name(position.rules, kind.domain, language), number=said)
