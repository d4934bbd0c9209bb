"""A game's look as values, read from the data that its compiled text holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from hoyle.runtime.look.evaluate import Expression

Point = tuple[float, float]
Kind = tuple[Any, ...]  # ("bool",), ("int", none), ("member", domain, none), ("many", kind)


@frozen
class Face:
    """What stands for something: a shape by its name, or a sign with what stands for it in ASCII; and its colour."""

    shape: str | None = None
    glyph: str | None = None
    letter: str | None = None
    colour: str | None = None

    @property
    def is_colour(self) -> bool:
        """Whether it is a colour alone."""
        return self.shape is None and self.glyph is None


@frozen
class Line:
    """One thing that is drawn, if its value says so. layer: ground, mark, write, note. field: what it reads, if it is
    just a field. owner: an expression and its none."""

    layer: str
    name: str
    caption: str | None
    walks: tuple[tuple[Any, ...], Expression | None] | None
    value: Expression
    type: Kind
    field: str | None
    face: Face | None
    owner: tuple[Expression, int] | None


@frozen
class SheetInfo:
    """A board, the borders on one, or an area. walk: the number of its local, its members, a condition.

    spots: of a board where its places lie by code, "laid" (by their notation), or None: in a row. block: how many
    squares a tile has on a side. beside: neighbours by code. on, ends: of borders the board, and what they join.
    """

    kind: str
    name: str
    title: str | None
    walk: tuple[int, Expression, Expression | None] | None
    type: Kind | None
    lines: tuple[Line, ...]
    layout: str = ""
    spots: Mapping[int, Point] | str | None = None
    beside: Mapping[int, tuple[int, ...]] | None = None
    block: int | None = None
    joined: Expression | None = None
    height: Expression | None = None
    on: str | None = None
    ends: Mapping[int, tuple[int, int]] | None = None


@frozen
class LookInfo:
    """read, left_out: keys of the fields that it draws, or leaves out on purpose; aside: names of sheets and of their
    lines (`seat.hand`) that give way when there is little room."""

    faces: Mapping[str, Mapping[int, Face]]
    sheets: tuple[SheetInfo, ...]
    left_out: frozenset[str]
    read: frozenset[str]
    tables: Mapping[str, tuple[tuple[int, ...], Any]]
    aside: frozenset[str] = frozenset()


def look_of(data: Mapping[str, Any] | None) -> LookInfo | None:
    """The look in a compiled game's data; None if it has none."""
    if data is None or not data["sheets"]:
        return None
    faces = {name: {code: Face(*said) for code, said in rows.items()} for name, rows in data["faces"].items()}
    sheets = tuple(_sheet(sheet) for sheet in data["sheets"])
    left_out, read, aside = (frozenset(data[key]) for key in ("left_out", "read", "aside"))
    return LookInfo(faces, sheets, left_out, read, data["tables"], aside)


def _sheet(data: Mapping[str, Any]) -> SheetInfo:
    said = {key: value for key, value in data.items() if key not in ("lines", "walk", "type")}
    lines = tuple(_line(line) for line in data["lines"])
    return SheetInfo(lines=lines, walk=data.get("walk"), type=data.get("type"), **said)


def _line(data: Mapping[str, Any]) -> Line:
    face = data["face"]
    return Line(**{**data, "face": None if face is None else Face(*face)})
