"""A scene on a screen of few lines: boards drawn tight, beside them or below what belongs to each player in short.

What does not fit gives way in an order: what the look puts aside, then what no look draws and the legend, then what
others have, down to their names and totals. Boards stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from attrs import evolve, frozen
from rich.cells import cell_len

from hoyle.runtime.look.names import cut
from hoyle.runtime.look.scene import Area, Board, Row, Scene, Seat
from hoyle.runtime.look.sheet import Run, Runs, Terminal, painted, width_of
from hoyle.runtime.look.terminal import board_lines, is_row, legend, row_runs, row_tokens
from hoyle.runtime.look.tokens import packed, sign_runs

LEAST: Final = 24  # columns of what stands beside a board
GAP: Final = 3
_FAINT: Final = "#8a8a8a"
_SEQUENCE: Final = re.compile(r"\x1b\[[\d;]*m")


@frozen
class Level:
    """How much is left out. aside: nothing of what lies aside; legend, own, other: lines that the legend, the area of
    the player who looks, and those of others may take; extra: whether what no look draws is told."""

    aside: bool = False
    legend: int = 1
    extra: bool = False
    own: int = 5
    other: int = 3


LEVELS: Final = (
    Level(aside=True, legend=3, extra=True, own=9, other=9),
    Level(aside=True, legend=2, own=6, other=4),
    Level(legend=2, extra=True),
    Level(legend=2),
    Level(),
    Level(legend=0),
    Level(other=2),
    Level(legend=0, other=2),
    Level(other=1),
    Level(legend=0, own=3, other=1),
    Level(legend=0, own=2, other=1),
    Level(legend=0, own=1, other=0),
)
COMFORT: Final = 12  # lines of a map of many places
FRAMED: Final = 10  # of these are tried before the lines around squares are given up


@frozen
class Words:
    """The few words that are added: what totals are called, and that there is more."""

    total: str
    more: str


def low_lines(scene: Scene, terminal: Terminal, room: int, extra: Extra, words: Words) -> list[str]:
    """The scene in at most `room` lines; in more, if not even its boards fit into them. extra: what no look draws."""
    lines: list[str] = []
    drawn: dict[tuple[str, Terminal], list[str]] = {}
    for way in _ways(scene):
        tight = evolve(terminal, tight=True, dense=way.dense)
        page = _Page(scene, tight, room, extra, words, way.level, way.comfort, drawn)
        found = way.layout(page)
        if found and (not lines or len(found) < len(lines)):
            lines = found
        if lines and len(lines) <= room:
            return lines
    return lines


@frozen
class _Way:
    """What is tried: how it is laid out, how much is left out, whether squares have lines around them, and how many
    lines a map is given at least."""

    layout: Layout
    level: Level
    dense: bool = False
    comfort: int = 0


def _ways(scene: Scene) -> Iterator[_Way]:
    """All that is tried, the best first."""
    maps = [len(board.places) for board in scene.boards if board.layout == "regions"]
    if maps:
        comfort = min(COMFORT, max(maps) // 2)
        yield from (_Way(_Page.beside, level, False, comfort) for level in LEVELS[:FRAMED])
    for dense, levels in ((False, LEVELS[:FRAMED]), (True, LEVELS)):
        yield from (_Way(layout, level, dense) for level in levels for layout in (_Page.beside, _Page.stacked))


@frozen
class _Page:
    scene: Scene
    terminal: Terminal
    room: int
    extra: Extra
    words: Words
    level: Level
    comfort: int
    drawn: dict[tuple[str, Terminal], list[str]]

    # -------------------------------------------------------------------------------------------- two layouts

    def stacked(self) -> list[str]:
        """Boards over the whole width, the rest below."""
        below = [*self._rows(self.terminal), *self._areas(self.terminal), *self._rest(self.terminal)]
        below += self._note(self.terminal)
        return [*self._boards(self.terminal, self.room - len(below)), *below]

    def beside(self) -> list[str]:
        """Boards on the left, what belongs to players on the right; nothing if boards are too wide for that."""
        lines: list[str] = []
        for share in (0.68, 0.6, 0.5):
            left = evolve(self.terminal, width=int(self.terminal.width * share))
            for below in ([], self._rest(self.terminal)):
                boards = self._boards(left, self.room - len(below))
                width = self.terminal.width - GAP - max(map(seen_width, boards), default=0)
                if len(boards) < max(1, self.comfort) or width < LEAST:
                    continue
                right = evolve(self.terminal, width=width)
                side = [*self._areas(right), *self._rows(right), *([] if below else self._rest(right))]
                note = self._note(right)
                if len(side) + len(note) <= len(boards) or not below:
                    side += note
                else:
                    below += self._note(self.terminal)
                found = [*_side_by_side(boards, side), *below]
                if not lines or len(found) < len(lines):
                    lines = found
                if len(lines) <= self.room:
                    return lines
        return lines

    # -------------------------------------------------------------------------------------------- parts

    def _boards(self, terminal: Terminal, room: int) -> list[str]:
        """The boards that are drawn; those without room are left to the reader's wish."""
        lines: list[str] = []
        for board in self.scene.boards:
            if not is_row(board) and (self.level.aside or not board.aside):
                lines += self._board(board, evolve(terminal, height=max(1, room - len(lines))))
        return lines

    def _board(self, board: Board, terminal: Terminal) -> list[str]:
        """A board as it was drawn before, if it was."""
        key = board.name, terminal
        if key not in self.drawn:
            self.drawn[key] = board_lines(board, terminal)
        return self.drawn[key]

    def _rows(self, terminal: Terminal) -> list[str]:
        """Boards that are a row: what lies on them."""
        rows = [b for b in self.scene.boards if is_row(b) and (self.level.aside or not b.aside)]
        lines: list[str] = []
        for board in rows:
            first, *others = row_tokens(board, terminal) or [(Run("-"),)]
            tokens = [(*_label(board.title), *first), *others]
            lines += [painted(line, terminal).rstrip() for line in _indented(tokens, terminal.width)]
        return lines

    def _areas(self, terminal: Terminal) -> list[str]:
        lines = [line for seat in self.scene.seats for line in self._seat(seat, terminal)]
        for area in self.scene.areas:
            if area.seat is None and (self.level.aside or not area.aside):
                tokens = [token for row in area.rows if self._is_kept(row) for token in _tokens(row, None, terminal)]
                lines += [painted(line, terminal).rstrip() for line in _indented(tokens, terminal.width)]
        return lines

    def _seat(self, seat: Seat, terminal: Terminal) -> list[str]:
        areas = [area for area in self.scene.areas if area.seat is not None and area.seat.name == seat.name]
        total = dict(zip((s.name for s in self.scene.seats), self.scene.totals, strict=False)).get(seat.name, "")
        tokens: list[Runs] = [_named(seat, terminal)]
        if total:
            tokens.append((*_label(self.words.total), Run(total, None, None, True), Run(" ")))
        most = self.level.own if seat.viewer else self.level.other
        for row in _rows_of(areas) if most else ():
            if self._is_kept(row):
                tokens += _tokens(row, seat, terminal)
        lines = _indented(tokens, terminal.width)
        return [painted(line, terminal).rstrip() for line in _first(lines, max(1, most), terminal)]

    def _is_kept(self, row: Row) -> bool:
        return self.level.aside or not row.aside

    def _rest(self, terminal: Terminal) -> list[str]:
        """The legend, and what no look draws."""
        signs = legend(self.scene, terminal)[: self._most_signs(terminal)]
        return [*signs, *(self.extra(terminal.width) if self.level.extra else [])]

    def _most_signs(self, terminal: Terminal) -> int:
        return self.level.legend * self.terminal.width // terminal.width

    def _note(self, terminal: Terminal) -> list[str]:
        """A word about what is left out, if something is."""
        if self.level is LEVELS[0] and len(legend(self.scene, terminal)) <= self._most_signs(terminal):
            return []
        tokens = [(Run(word, _FAINT),) for word in self.words.more.split(" ")]
        return [painted(line, terminal) for line in packed(tokens, terminal.width)]


def _rows_of(areas: Iterable[Area]) -> Iterator[Row]:
    for area in areas:
        yield from area.rows


def _named(seat: Seat, terminal: Terminal) -> Runs:
    return Run(">" if seat.to_move else " "), *sign_runs(seat.sign, terminal), Run(f" {seat.name}", None, None, True)


def _label(text: str) -> Runs:
    return (Run(f"{text} ", _FAINT),)


def _tokens(row: Row, seat: Seat | None, terminal: Terminal) -> list[Runs]:
    """A row in pieces that may be broken apart; whose it is stands in front of all of them."""
    marks = tuple(evolve(m, owner=None) if seat is not None and m.owner == seat else m for m in row.marks)
    things = row_runs(evolve(row, marks=marks), terminal)
    if not things:
        return []
    room, label = terminal.width - 2, _label(row.caption)
    if width_of(label) > room:
        label = _label(f"{cut(row.caption, room - 2)}{_more(terminal)}")
    first = [(*label, *things[0])] if width_of(label) + width_of(things[0]) <= room else [label, things[0]]
    tokens = [*first, *things[1:]]
    return [*tokens[:-1], (*tokens[-1], Run(" "))] if width_of(tokens[-1]) < room else tokens


def _more(terminal: Terminal) -> str:
    return "…" if terminal.unicode else "..."


def _indented(tokens: Sequence[Runs], width: int) -> list[Runs]:
    """Tokens in lines, those after the first a little to the right."""
    lines = packed(tokens, width - 2) if tokens else []
    return [line if i == 0 else (Run("  "), *line) for i, line in enumerate(lines)]


def _first(lines: list[Runs], most: int, terminal: Terminal) -> list[Runs]:
    """The first lines; a mark tells that there were more."""
    if len(lines) <= most:
        return lines
    more = Run(_more(terminal), _FAINT)
    last = list(lines[most - 1])
    while last and width_of(last) + more.width + 1 > terminal.width:
        last.pop()
    return [*lines[: most - 1], (*last, Run(" "), more)]


def _side_by_side(left: list[str], right: list[str]) -> list[str]:
    width = max(map(seen_width, left))
    gap = " " * GAP
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{a}{' ' * (width - seen_width(a))}{gap}{b}".rstrip() if b else a for a, b in pairs]


def seen_width(text: str) -> int:
    """The columns that a painted text takes."""
    return cell_len(_SEQUENCE.sub("", text))


Layout = Callable[[_Page], list[str]]
Extra = Callable[[int], list[str]]  # lines of so many columns at most
