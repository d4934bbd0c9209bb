"""What is drawn, before it is known how: boards, borders and areas with all that one viewer sees of them.

A scene is plain values: renderers need neither the game nor the look. It is made from a view, so nothing in it can
depend on what the viewer does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from hoyle.runtime.look.description import Point

WAYS = ("road", "wall")  # shapes that run along a border


@frozen
class Sign:
    """One thing as it is drawn: a shape, or a glyph, or letters; with its colour. letter: for ASCII."""

    shape: str | None = None
    glyph: str | None = None
    letter: str | None = None
    colour: str | None = None
    text: str = ""


@frozen
class Seat:
    """A player: sign (shape and colour, so that colour is never the only cue), name, and whether it is to move."""

    name: str
    sign: Sign
    to_move: bool = False
    viewer: bool = False


@frozen
class Mark:
    """Something that lies somewhere. said: what it is called; count: how many, None if that is not known (`?`);
    owner: whose it is; aside: it gives way when there is little room."""

    line: str
    caption: str
    said: str
    sign: Sign
    count: int | None = 1
    owner: Seat | None = None
    aside: bool = False

    @property
    def spoken(self) -> str:
        """`Totem (Player 2)`, `3 × Possum`."""
        whose = f" ({self.owner.name})" if self.owner is not None and self.owner.name != self.said else ""
        what = self.said if self.caption in (self.said, "") else f"{self.caption}: {self.said}"
        many = "" if self.count == 1 else f"{'?' if self.count is None else self.count} × "
        return f"{many}{what}{whose}"


@frozen
class Text:
    """A number or name that is written. large: in the middle of its place; aside: it gives way when there is little
    room."""

    line: str
    caption: str
    text: str
    large: bool = False
    aside: bool = False


@frozen
class Place:
    """A place of a board: number, name, where it lies, what it looks like, what lies there. joined: the number of the
    place to which no line is drawn."""

    number: int
    name: str
    point: Point
    ground: Mark | None = None
    marks: tuple[Mark, ...] = ()
    texts: tuple[Text, ...] = ()
    height: int = 0
    joined: int | None = None


@frozen
class Border:
    """What lies between two places, given by their numbers."""

    ends: tuple[int, int]
    name: str
    marks: tuple[Mark, ...]


@frozen
class Board:
    """layout: squares, hexes, points, regions, track, ring, row. block: squares of a tile on a side.
    beside: neighbours by number; has_net: lines between them are drawn, as no ways on its borders are."""

    name: str
    title: str
    layout: str
    places: tuple[Place, ...]
    block: int | None = None
    beside: Mapping[int, tuple[int, ...]] | None = None
    borders: tuple[Border, ...] = ()
    has_net: bool = True
    aside: bool = False


@frozen
class Row:
    """A line of an area: what it is called, and what is shown. aside: whether it gives way when there is little
    room."""

    caption: str
    marks: tuple[Mark, ...] = ()
    texts: tuple[Text, ...] = ()
    aside: bool = False


@frozen
class Area:
    """What belongs to a seat, or to nobody."""

    name: str
    title: str
    seat: Seat | None
    rows: tuple[Row, ...]
    aside: bool = False


@frozen
class Scene:
    """A whole position. said: the title of the picture, for those who cannot see it; totals: by seat what is known of
    the score; raised, hidden: what levels, and things of which one sees that they are there, are called."""

    title: str
    boards: tuple[Board, ...]
    areas: tuple[Area, ...]
    seats: tuple[Seat, ...]
    totals: tuple[str, ...] = ()
    raised: str = ""
    hidden: str = ""

    def marks(self) -> Iterator[Mark]:
        """Everything that lies anywhere, boards first."""
        for board in self.boards:
            for place in board.places:
                yield from (() if place.ground is None else (place.ground,))
                yield from place.marks
            for border in board.borders:
                yield from border.marks
        for area in self.areas:
            for row in area.rows:
                yield from row.marks


def samples(scene: Scene) -> list[tuple[str, str]]:
    """Numbers and names as they are written on boards, one of each kind, with what they are; and a level."""
    found: dict[str, str] = {}
    for board in scene.boards:
        for place in board.places:
            for text in place.texts:
                if text.caption and text.caption not in found.values():
                    found.setdefault(text.text, text.caption)
    level = next((f"+{p.height}" for b in scene.boards for p in b.places if p.height), None)
    return [*found.items(), *([(level, scene.raised)] if level and scene.raised else [])]


def hidden_mark(scene: Scene) -> Mark | None:
    """Something in an area of which one sees only that it is there."""
    rows = (row for area in scene.areas for row in area.rows)
    return next((mark for row in rows for mark in row.marks if mark.said == "?" and mark.sign.shape == "card"), None)


def name_beside(row: Row, mark: Mark) -> str:
    """The name of a thing whose shape does not tell it, where there is room for it."""
    tells = mark.sign.shape is None and mark.sign.glyph is None
    return "" if tells or len(row.marks) > 1 or mark.said in (row.caption, "?") else f" {mark.said}"
