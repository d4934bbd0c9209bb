"""A look for games that have none, from what they say of themselves: every field is drawn where it belongs."""

from __future__ import annotations

from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.look.description import Kind, Line, LookInfo, Point, SheetInfo
from hoyle.runtime.look.evaluate import Expression, point_of
from hoyle.runtime.rules import Rules
from hoyle.runtime.values import none_of

_PLANES = {"grid": "squares", "hexes": "hexes", "cells": "squares"}
_ROWS = ("track", "ring")
OWNER, FIRST = 0, 1  # the numbers of locals


def automatic_look(rules: Rules) -> LookInfo:
    """Boards for the places of boards, an area for each player, one for all the rest."""
    domains = rules.values.domains
    boards = [sheet for domain in domains.values() if (sheet := _board(rules, domain)) is not None]
    drawn = {line.field for sheet in boards for line in sheet.lines}
    rest = [f for f in rules.info.fields if f.key not in drawn]
    player = next((d for d in domains.values() if d.kind == "player"), None)
    sheets = list(boards)
    if player is not None:
        own = tuple(_line(rules, f, ("local", OWNER)) for f in rest if f.owner == player.name)
        if own:
            walk = (OWNER, ("const", frozenset(rules.info.seat_codes)), None)
            sheets.append(SheetInfo("area", "players", None, walk, ("member", player.name, None), own))
    others = tuple(_line(rules, f, None) for f in rest if player is None or f.owner != player.name)
    if others:
        sheets.append(SheetInfo("area", "table", None, None, None, others))
    return LookInfo({}, tuple(sheets), frozenset(), frozenset(), {})


def _board(rules: Rules, domain: DomainInfo) -> SheetInfo | None:
    layout, spots = _laid_out(domain)
    fields = [f for f in rules.info.fields if f.owner == domain.name]
    if not layout or not fields:
        return None
    numbers = [f for f in fields if f.type.kind == "int"]
    lines = tuple(_line(rules, f, ("local", OWNER), large=f in numbers[:1]) for f in fields if not _links(f, domain))
    walk = (OWNER, ("const", frozenset(domain.codes)), None)
    joined = next((f for f in fields if _links(f, domain) and not f.indices), None)
    return SheetInfo(
        "board", domain.name, None, walk, ("member", domain.name, None), lines, layout, spots,
        joined=None if joined is None else ("field", joined.key, ("local", OWNER)),
    )  # fmt: skip


def _links(f: FieldInfo, domain: DomainInfo) -> bool:
    """Whether the field of a place names another place of the board."""
    return f.type.kind == "member" and f.type.domain == domain.name


def _laid_out(domain: DomainInfo) -> tuple[str, dict[int, Point] | str | None]:
    """The layout of a board, and where its places lie; no layout if it is none."""
    if domain.kind == "cells":
        return "squares", "laid"
    if domain.kind in _PLANES:
        points = {code: point_of(label) for code, label in zip(domain.codes, domain.labels, strict=True)}
        return _PLANES[domain.kind], {code: point for code, point in points.items() if point is not None}
    if domain.kind in _ROWS:
        return domain.kind, None
    for layout, across, down in (("hexes", "q", "r"), ("squares", "x", "y")):
        xs, ys = domain.column(across), domain.column(down)
        if xs is not None and ys is not None:
            return layout, dict(zip(domain.codes, zip(xs, ys, strict=True), strict=True))
    return "", None


def _line(rules: Rules, f: FieldInfo, owner: Expression | None, *, large: bool = False) -> Line:
    """A field as a line: things are marks, numbers are written; one line for all places of an indexed field."""
    walks: list[tuple[int, Expression]] = []
    place: list[Expression] = [] if owner is None else [owner]
    if owner is None and f.owner is not None:
        walks.append((FIRST, ("const", frozenset(rules.owners(f.owner)))))
        place.append(("local", FIRST))
    for number, index in enumerate(f.indices, FIRST + 1):
        walks.append((number, ("const", frozenset(rules.codes(index.domain, index.low, index.high)))))
        place.append(("local", number))
    read: Expression = ("field", f.key, *place)
    if f.type.kind == "bool" and owner is None and len(walks) == 1 and f.owner is not None:  # the things that have it
        things: Expression = ("each", "set", tuple(walks), read, ("local", FIRST))
        return Line("mark", f.name, None, None, things, ("many", ("member", f.owner, None)), f.key, None, None)
    layer = ("write" if large else "note") if f.type.kind == "int" else "mark"
    walked = (tuple(walks), None) if walks else None
    return Line(layer, f.name, None, walked, read, _kind(f.type), f.key, None, None)


def _kind(kind: TypeInfo) -> Kind:
    none = none_of(kind) if kind.optional else None
    match kind.kind:
        case "bool":
            return ("bool",)
        case "member":
            return "member", kind.domain, none
        case "int":
            return "int", none
    assert kind.of is not None
    return "many", _kind(kind.of)
