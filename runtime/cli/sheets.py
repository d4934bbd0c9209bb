"""The score sheet: all scores side by side, and of one player which things paid each part."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.panel import score_table
from hoyle.runtime.description import TypeInfo
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import component_name, display, seat_name
from hoyle.runtime.state import State


def score_sheet(state: State, seat: str, viewer: int | None, language: str) -> list[str]:
    """The scores as a seat (None: a spectator) sees them, and what paid those of one player; [] in a game without."""
    position = state.position
    table = score_table(position, viewer, language)
    if not table:
        return []
    parts = list(_parts(position, position.rules.seat(seat), viewer, language))
    title = message(language, "cli.sheet.title", name=seat_name(position.rules, seat, language))
    return [*table, "", title, *(parts or [message(language, "cli.sheet.nothing")])]


def _parts(position: Position, seat: int, viewer: int | None, language: str) -> Iterator[str]:
    """What paid each component of a score that the viewer knows; the points of its parts sum to it."""
    rules = position.rules
    for component in rules.info.components:
        if seat not in component.seats:
            continue
        name = component_name(rules, component.name, language)
        points: int | None = position.module.score(position.s, component.number, seat)
        if not position.is_over:
            points = position.module.view_score(position.s, component.number, seat, viewer)
        if points is None:
            yield from paragraph(message(language, "cli.sheet.unknown", name=name), indent=2)
            continue
        cites = f" [{', '.join(component.cites)}]" if component.cites else ""
        yield from paragraph(message(language, "cli.sheet.part", name=name, points=points, cites=cites), indent=2)
        for line in _paid(position, component.number, seat, language):
            yield from paragraph(line, indent=6)


def _paid(position: Position, component: int, seat: int, language: str) -> Iterator[str]:
    """The things that paid a component, those that paid alike together. What no thing paid is not told."""
    alike: dict[int, list[str]] = {}
    for _, things, points in position.module.provenance(position.s, component, seat):
        if points and things:
            alike.setdefault(points, []).append(_said(position, things, language))
    for points, names in sorted(alike.items(), key=lambda item: -item[0]):
        said = message(language, "list").join(names)
        key = "cli.sheet.each" if len(names) > 1 else "cli.sheet.one"
        yield message(language, key, things=said, points=f"{points:+d}", count=len(names))


def _said(position: Position, things: tuple[tuple[object, TypeInfo], ...], language: str) -> str:
    return " ".join(display(position, value, kind, language) for value, kind in things)
