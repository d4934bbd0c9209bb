"""Boards as text, drawn from what a game says of itself: every field of the places of a board is said in their cells.

    y\\x 0          1
      +----------+----------+
    0 | M L2 V1    T L2 V3  |      a field that names another place opens the wall between the two
      +----------+----------+
    1 | S L1 V0  | M L1 V2  |
      +----------+----------+

Grids and the squares of carried tiles lie by x and y, hexes in staggered rows, tracks in one row. A table whose rows
say where they lie, in columns q and r (hexes) or x and y (squares), is a board as well. What the seat that looks does
not see is "?"; nothing is known here of any game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from hoyle.runtime.cli.columns import WIDTH, Word, colour_of, joined, packed, padded, paragraph, seen_width, width_of
from hoyle.runtime.cli.naming import Speaker, field_name, members, type_name
from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.look.names import abbreviations
from hoyle.runtime.views import UNKNOWN, Plain

Point = tuple[int, int]
BOARDS: Final = ("grid", "hexes", "cells", "track", "ring")
_AT = re.compile(r"\w+\((-?\d+)(?:, (-?\d+))?\)")
_PART = re.compile(r"\w+\((?P<thing>[^\W\d]\w*), \d+\)")


@frozen
class Board:
    """Fields over the places of one board. whose: the seat, if everybody has a board of their own.

    columns: of each field its values by notation of the place.
    """

    domain: DomainInfo
    fields: tuple[FieldInfo, ...]
    columns: tuple[Mapping[str, Plain], ...]
    whose: str | None = None

    @property
    def places(self) -> dict[Point, str]:
        """The places that lie on the board now, by coordinates."""
        known = _points(self.domain)
        found = ((known[label] if known else _point(label), label) for label in self.columns[0])
        return {point: label for point, label in found if point is not None}

    def values(self, label: str) -> tuple[Plain, ...]:
        return tuple(column[label] for column in self.columns)


def _points(domain: DomainInfo) -> dict[str, Point]:
    """Where the rows of a table lie, if it says so."""
    for across, down in (("q", "r"), ("x", "y")):
        first, second = domain.column(across), domain.column(down)
        if first is not None and second is not None:
            return dict(zip(domain.labels, zip(first, second, strict=True), strict=True))
    return {}


def _is_board(domain: DomainInfo) -> bool:
    return domain.kind in BOARDS or bool(_points(domain))


def _point(label: str) -> Point | None:
    found = _AT.fullmatch(label)
    return None if found is None else (int(found[1]), int(found[2] or 0))


def boards(speaker: Speaker, fields: Mapping[str, Plain]) -> list[Board]:
    """The boards of a game: fields of an observation that belong to the places of a board, by board and seat."""
    found: dict[tuple[str, str | None], list[tuple[FieldInfo, Mapping[str, Plain]]]] = {}
    for info in speaker.position.rules.info.fields:
        for domain, whose, column in _over_a_board(speaker, info, fields[info.key]):
            found.setdefault((domain, whose), []).append((info, column))
    domains = speaker.position.rules.info.domains
    return [
        Board(domains[name], tuple(info for info, _ in pairs), tuple(column for _, column in pairs), whose)
        for (name, whose), pairs in found.items()
    ]


def _over_a_board(
    speaker: Speaker, info: FieldInfo, data: Plain
) -> Iterator[tuple[str, str | None, Mapping[str, Plain]]]:
    """The board a field is drawn on, with its values by place: one for each seat that has it."""
    domains = speaker.position.rules.info.domains
    kinds = [TypeInfo("member", info.owner)] if info.owner else []
    indices = [kind.domain or "" for kind in (*kinds, *info.indices)]
    if not indices or indices[-1] not in domains or not _is_board(domains[indices[-1]]):
        return
    if len(indices) == 1:
        yield indices[0], None, data
    elif len(indices) == 2 and domains[indices[0]].kind == "player":
        yield from ((indices[1], seat, column) for seat, column in data.items())


def carriers(speaker: Speaker) -> set[str]:
    """The types of the things that carry places, such as tiles: where they lie is what a board shows."""
    domains = speaker.position.rules.info.domains.values()
    things = {
        found["thing"] for d in domains if d.kind == "cells" for label in d.labels if (found := _PART.fullmatch(label))
    }
    return {d.name for d in domains if d.kind != "player" and things & set(d.labels)}


# ------------------------------------------------------------------------------------------------ what cells say


@frozen
class Pen:
    """How the values of a board's fields are written in its cells, and what that means."""

    speaker: Speaker
    board: Board
    tags: tuple[str, ...] = field(init=False)
    short: dict[str, dict[str, Word]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """tags: by field, what is put in front of its values; short: by type, the abbreviations of its members."""
        object.__setattr__(self, "tags", self._tags())
        kinds = [kind for info in self.board.fields if (kind := _inner(info.type)).domain is not None]
        object.__setattr__(self, "short", {str(kind.domain): self._short(str(kind.domain)) for kind in kinds})

    def _tags(self) -> tuple[str, ...]:
        drawn = [info for info in self.board.fields if not self.is_link(info)]
        names = {info.key: field_name(self.speaker.position.rules, info, self.speaker.language) for info in drawn}
        tagged = [info for info in drawn if self._needs_tag(info, drawn)]
        short = dict(zip((f.key for f in tagged), abbreviations([names[f.key] for f in tagged]), strict=True))
        return tuple(short.get(info.key, "") for info in self.board.fields)

    def _needs_tag(self, info: FieldInfo, drawn: Sequence[FieldInfo]) -> bool:
        """Members tell themselves apart, unless two fields hold members of one type; one number alone does too."""
        if info.type.kind == "member" and not self._is_number(info.type):
            return sum(other.type.domain == info.type.domain for other in drawn) > 1
        plain = info.type.kind == "int" or self._is_number(info.type)
        return not plain or len(drawn) > 1

    def _is_number(self, kind: TypeInfo) -> bool:
        return kind.domain is not None and self.speaker.position.rules.info.domains[kind.domain].integer_named

    def _short(self, domain: str) -> dict[str, Word]:
        info = self.speaker.position.rules.info.domains[domain]
        if info.kind in BOARDS:
            return {}
        names = members(self.speaker.position.rules, info, self.speaker.language)
        short = zip(names, abbreviations(list(names.values())), strict=True)
        return {label: Word(text, colour_of(place)) for place, (label, text) in enumerate(short)}

    def is_link(self, info: FieldInfo) -> bool:
        """Whether the field of a place names another place of the same board."""
        return info.type.kind == "member" and info.type.domain == self.board.domain.name

    def words(self, label: str) -> list[Word]:
        """What is said in the cell of a place: members first, then the rest, as the game declares them."""
        fields = list(zip(self.board.fields, self.tags, self.board.values(label), strict=True))
        fields.sort(key=lambda item: item[0].type.kind != "member" or item[0].type.optional)
        return [said for info, tag, value in fields if (said := self._word(info, tag, value)) is not None]

    def _word(self, info: FieldInfo, tag: str, value: Plain) -> Word | None:
        match value:
            case None | [] | False:
                return None
            case _ if self.is_link(info):
                return None
            case True:
                return Word(tag)
            case str() if value == UNKNOWN:
                return Word(f"{tag}?")
            case list():
                return self._several(info, tag, value[0], len(value))
            case {"count": count, **rest}:
                return self._several(info, tag, rest.get("top"), count) if count else None
            case {"top": top}:
                return self._several(info, tag, top, None)
        return self._one(info.type, tag, value)

    def _one(self, kind: TypeInfo, tag: str, value: Plain) -> Word:
        short = self.short.get(kind.domain or "", {}).get(str(value))
        if short is None:
            return Word(f"{tag}{value}")
        return Word(f"{tag}:{short.text}", short.colour) if tag else short

    def _several(self, info: FieldInfo, tag: str, top: Plain, count: int | None) -> Word:
        """A collection: what lies on top, and how much there is."""
        first = self._one(_inner(info.type), tag, top) if top is not None else Word(tag)
        return Word(first.text if count is None or count == 1 else f"{first.text}×{count}", first.colour)

    # -------------------------------------------------------------------------------------------- the legend

    def legend(self) -> list[str]:
        """What the letters mean, of the members those that lie on the board."""
        said = [self._meaning(info, tag) for info, tag in zip(self.board.fields, self.tags, strict=True)]
        return paragraph("; ".join(part for part in said if part)) if any(said) else []

    def _meaning(self, info: FieldInfo, tag: str) -> str:
        name = field_name(self.speaker.position.rules, info, self.speaker.language)
        if self.is_link(info):
            return self.speaker.say("cli.board.link", name=name) if self._opens_walls() else ""
        shown = self._members_shown(info)
        if tag and not shown:
            return f"{tag}: {name}" if self._occurs(info) else ""
        return f"{tag + ' ' if tag else ''}{name}: {', '.join(shown)}" if shown else ""

    def _occurs(self, info: FieldInfo) -> bool:
        column = self.board.columns[self.board.fields.index(info)]
        return any(value not in (None, [], False) for value in column.values())

    def _opens_walls(self) -> bool:
        links, places = Links(self, self.board.places), self.board.places
        return any(links.are_joined(a, b) for a in places for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in places)

    def _members_shown(self, info: FieldInfo) -> list[str]:
        domain = _inner(info.type).domain
        if domain is None or self._is_number(_inner(info.type)):
            return []
        column = self.board.columns[self.board.fields.index(info)]
        here = {str(item) for label in self.board.places.values() for item in _items(column[label])}
        names = members(
            self.speaker.position.rules, self.speaker.position.rules.info.domains[domain], self.speaker.language
        )
        short = self.short.get(domain, {})
        found = [(short[label], name) for label, name in names.items() if label in here and label in short]
        return [f"{word} {name}" for word, name in found if word.text != name]


def _inner(kind: TypeInfo) -> TypeInfo:
    return kind if kind.of is None else _inner(kind.of)


def _items(value: Plain) -> list[Any]:
    match value:
        case list():
            return value
        case {"top": top}:
            return [top]
    return [value]


@frozen
class Links:
    """Which neighbouring places belong together, because they name each other."""

    pen: Pen
    places: Mapping[Point, str]

    def are_joined(self, a: Point, b: Point) -> bool:
        if a not in self.places or b not in self.places:
            return False
        return any(
            column[self.places[a]] == self.places[b] and column[self.places[b]] == self.places[a]
            for info, column in zip(self.pen.board.fields, self.pen.board.columns, strict=True)
            if self.pen.is_link(info)
        )


# ------------------------------------------------------------------------------------------------ drawing


def draw(speaker: Speaker, board: Board) -> list[str]:
    """A board with its title, as lines of at most 80 columns, and what its letters mean."""
    pen = Pen(speaker, board)
    places = board.places
    if not places:
        return []
    cells = {point: pen.words(label) for point, label in places.items()}
    if board.domain.column("q") is not None:
        names = _said_names(speaker, board.domain)
        lines = _staggered(cells, {point: names.get(label, "") for point, label in places.items()})
    elif board.domain.kind == "hexes":
        lines = _staggered(cells, {(q, r): f"{q},{r}" for q, r in places})
    else:
        lines = _strips(cells, Links(pen, places))
    return [*_title(speaker, board), *lines, *pen.legend()]


def _said_names(speaker: Speaker, domain: DomainInfo) -> dict[str, str]:
    """The names of the places of a board, if some move says them."""
    rules = speaker.position.rules
    said = {_inner(kind).domain for action in rules.info.actions for _, kind in action.params}
    return members(rules, domain, speaker.language) if domain.name in said else {}


def _title(speaker: Speaker, board: Board) -> list[str]:
    rules = speaker.position.rules
    if board.whose is None:
        return []
    name = members(rules, rules.info.domains[board.fields[0].owner or ""], speaker.language)[board.whose]
    return [f"{name}: {type_name(rules, board.domain.name, speaker.language)}"]


_LEAST_CELL = 3
_MARGIN = 4


def _strips(cells: Mapping[Point, list[Word]], links: Links) -> list[str]:
    """The board by columns and rows; if it is too wide, the columns that do not fit follow below."""
    xs = sorted({x for x, _ in cells})
    margin = max(_MARGIN, max(len(str(y)) for _, y in cells) + 2)
    widest = max(_LEAST_CELL, max(width_of(words) for words in cells.values()))
    narrowest = max(_LEAST_CELL, max((word.width for words in cells.values() for word in words), default=1))
    fits = max(1, (WIDTH - margin - 1) // (narrowest + 3))
    lines: list[str] = []
    for start in range(0, len(xs), fits):
        part = xs[start : start + fits]
        width = min(widest, max(narrowest, (WIDTH - margin - 1) // len(part) - 3))
        strip = range(part[0], part[-1] + 1)
        lines += _Sheet(cells, links, strip, width, margin).lines()
    return lines


@frozen
class _Sheet:
    """Cells of one width in rows. A wall stands wherever a place ends, unless it is joined to the next one."""

    cells: Mapping[Point, list[Word]]
    links: Links
    xs: range
    width: int
    margin: int

    def lines(self) -> list[str]:
        ys = range(min(y for _, y in self.cells), max(y for _, y in self.cells) + 1)
        lines = [self._header()]
        for y in ys:
            lines += [self._wall(y), *self._row(y)]
        return [line.rstrip() for line in [*lines, self._wall(ys.stop)]]

    def _header(self) -> str:
        corner = "y\\x" if any(y for _, y in self.cells) else "x"
        return f"{corner:<{self.margin}}" + "".join(f"  {x:<{self.width + 1}}" for x in self.xs)

    def _row(self, y: int) -> Iterator[str]:
        packs = {x: packed(self.cells.get((x, y), []), self.width) for x in self.xs}
        for i in range(max(map(len, packs.values()))):
            front = str(y) if i == 0 else ""
            line = f"{front:<{self.margin}}"
            for x in self.xs:
                line += self._side(x, y) + " " + joined(packs[x][i] if i < len(packs[x]) else [], self.width) + " "
            yield line + self._side(self.xs.stop, y)

    def _side(self, x: int, y: int) -> str:
        """What stands left of a place."""
        left, right = (x - 1, y), (x, y)
        inside = self.xs.start < x < self.xs.stop
        if left not in self.cells and right not in self.cells:
            return " "
        return " " if inside and self.links.are_joined(left, right) else "|"

    def _wall(self, y: int) -> str:
        """What stands above a row of places."""
        line = " " * self.margin
        for x in self.xs:
            line += self._corner(x, y)
            upper, lower = (x, y - 1), (x, y)
            shut = (upper in self.cells or lower in self.cells) and not self.links.are_joined(upper, lower)
            line += ("-" if shut else " ") * (self.width + 2)
        return line + self._corner(self.xs.stop, y)

    def _corner(self, x: int, y: int) -> str:
        around = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
        return "+" if any(point in self.cells for point in around) else " "


def _staggered(cells: Mapping[Point, list[Word]], names: Mapping[Point, str]) -> list[str]:
    """Hexes: a row for each r, each half a place further to the right than the one above.

    Its name stands in every place, or if that is too wide, r and the first and last q in front of the row. What is
    wider than a terminal even so is listed row by row, each place with its q.
    """
    labelled = {point: [Word(names[point]), *words] if names[point] else words for point, words in cells.items()}
    wide = {point: _bracketed(words) for point, words in labelled.items()}
    lines = _rows_of_hexes(wide, 0, gap=1)
    if max(map(seen_width, lines)) <= WIDTH:
        return lines
    fronts = {r: _front(r, [q for q, row in cells if row == r]) for r in sorted({r for _, r in cells})}
    margin = max(map(len, fronts.values())) + 1
    short = {point: (" ".join(map(str, words)) or ".", max(1, width_of(words))) for point, words in cells.items()}
    rows = _rows_of_hexes(short, margin, gap=1)
    lines = ["r (q)", *(padded(front, margin) + row for front, row in zip(fronts.values(), rows, strict=True))]
    return lines if max(map(seen_width, lines)) <= WIDTH else _listed_hexes(cells)


def _listed_hexes(cells: Mapping[Point, list[Word]]) -> list[str]:
    """The places of each r in which there is something, as `[q words]`."""
    lines = ["r: [q]"]
    for r in sorted({r for _, r in cells}):
        found = {q: words for (q, row), words in sorted(cells.items()) if row == r and words}
        said = [f"[{q} {' '.join(map(str, words))}]" for q, words in found.items()]
        lines += paragraph(f"{r}: {' '.join(said) or '-'}")
    return lines


def _front(r: int, qs: list[int]) -> str:
    return f"{r} ({min(qs)}..{max(qs)})"


def _bracketed(words: Sequence[Word]) -> tuple[str, int]:
    return f"[{' '.join(map(str, words))}]", width_of(words) + 2


def _rows_of_hexes(cells: Mapping[Point, tuple[str, int]], margin: int, gap: int) -> list[str]:
    """The rows of places given as text and width, as far apart as the widest needs or the line has room for."""
    widest = max(width for _, width in cells.values())
    left = min(2 * q + r for q, r in cells)
    most = max(2 * q + r for q, r in cells) - left
    half = max((widest + gap + 1) // 2, min(2, (WIDTH - margin - widest) // max(1, most)))
    lines = []
    for row in sorted({r for _, r in cells}):
        line, at = "", 0
        for q in sorted(q for q, r in cells if r == row):
            target = half * (2 * q + row - left)
            text, width = cells[q, row]
            line += " " * (target - at) + text
            at = target + width
        lines.append(line)
    return lines
