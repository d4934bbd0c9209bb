"""A sheet of characters with colours and lines: what terminal pictures are drawn on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field, frozen
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style as Ink

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
_BOX: Final = {
    UP: "╵", DOWN: "╷", LEFT: "╴", RIGHT: "╶", UP | DOWN: "│", LEFT | RIGHT: "─", DOWN | RIGHT: "┌", DOWN | LEFT: "┐",
    UP | RIGHT: "└", UP | LEFT: "┘", UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤", LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴", UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip

_WAYS: Final = {
    UP | DOWN: "║", LEFT | RIGHT: "═", DOWN | RIGHT: "╔", DOWN | LEFT: "╗", UP | RIGHT: "╚", UP | LEFT: "╝",
    UP | DOWN | RIGHT: "╠", UP | DOWN | LEFT: "╣", LEFT | RIGHT | DOWN: "╦", LEFT | RIGHT | UP: "╩",
    UP | DOWN | LEFT | RIGHT: "╬",
}  # fmt: skip
_TOWARDS: Final = {(-1, 0): UP, (1, 0): DOWN, (0, -1): LEFT, (0, 1): RIGHT}


@frozen
class Terminal:
    """What a terminal can show. width: columns; colour: whether there are any; unicode: else ASCII, but for names;
    height: lines, None if that does not matter; tight: whether lines are dear: names are shortened, blanks and what
    lies aside left out; dense: lines around squares, too."""

    width: int = 80
    colour: bool = True
    unicode: bool = True
    height: int | None = None
    tight: bool = False
    dense: bool = False

    @property
    def pad(self) -> int:
        """Columns between what lies in a place and the lines around it."""
        return 0 if self.tight else 1


@frozen
class Run:
    """A piece of text in one colour, on one ground; both as `#rrggbb` or None."""

    text: str
    colour: str | None = None
    ground: str | None = None
    bold: bool = False

    @property
    def width(self) -> int:
        return cell_len(self.text)

    def on(self, ground: str | None) -> Run:
        return Run(self.text, self.colour, ground, self.bold)


Runs = tuple[Run, ...]


def width_of(runs: Iterable[Run]) -> int:
    return sum(run.width for run in runs)


def painted(runs: Iterable[Run], terminal: Terminal) -> str:
    """Runs as a string with the sequences that colour them, if the terminal has colours."""
    if not terminal.colour:
        return "".join(run.text for run in runs)
    return "".join(_ink(run).render(run.text, color_system=ColorSystem.EIGHT_BIT) for run in runs if run.text)


def _ink(run: Run) -> Ink:
    return Ink(color=run.colour, bgcolor=run.ground, bold=run.bold or None)


@define
class Sheet:
    """Characters by row and column. Lines that meet are joined."""

    terminal: Terminal
    _chars: dict[tuple[int, int], Run] = field(factory=dict)
    _lines: dict[tuple[int, int], int] = field(factory=dict)
    _ways: dict[tuple[int, int], int] = field(factory=dict)

    def write(self, row: int, column: int, runs: Iterable[Run]) -> None:
        """Runs from a column on; letters of two columns take two."""
        for run in runs:
            for letter in run.text:
                self._chars[row, column] = Run(letter, run.colour, run.ground, run.bold)
                width = cell_len(letter)
                for i in range(1, width):
                    self._chars[row, column + i] = Run("")
                column += width

    def fill(self, row: int, column: int, width: int, ground: str | None) -> None:
        if ground is not None:
            self.write(row, column, (Run(" " * width, None, ground),))

    def across(self, row: int, start: int, end: int) -> None:
        """A horizontal line, ends included."""
        for column in range(start, end + 1):
            bits = (LEFT if column > start else 0) | (RIGHT if column < end else 0)
            self._lines[row, column] = self._lines.get((row, column), 0) | bits

    def down(self, column: int, start: int, end: int) -> None:
        """A vertical line, ends included."""
        for row in range(start, end + 1):
            bits = (UP if row > start else 0) | (DOWN if row < end else 0)
            self._lines[row, column] = self._lines.get((row, column), 0) | bits

    def way(self, cells: Sequence[tuple[int, int]], colour: str | None) -> None:
        """A way through neighbouring cells, which begins and ends at what is written in the first and the last."""
        for before, here, behind in zip(cells, cells[1:], cells[2:], strict=False):
            bits = self._ways.get(here, 0)
            for there in (before, behind):
                bits |= _TOWARDS[there[0] - here[0], there[1] - here[1]]
            self._ways[here] = bits
            plain = "=" if not bits & (UP | DOWN) else "|" if not bits & (LEFT | RIGHT) else "+"
            self.write(*here, (Run(_WAYS[bits] if self.terminal.unicode else plain, colour),))

    def lines(self) -> list[str]:
        """All rows, without blanks at their ends."""
        spots = {*self._chars, *self._lines}
        rows = range(min((r for r, _ in spots), default=0), max((r for r, _ in spots), default=-1) + 1)
        return [self._row(row) for row in rows]

    def _row(self, row: int) -> str:
        columns = [c for r, c in (*self._chars, *self._lines) if r == row]
        runs: list[Run] = []
        for column in range(max(columns, default=-1) + 1):
            found = self._chars.get((row, column)) or Run(self._line(row, column))
            last = runs[-1] if runs else None
            if last is not None and (last.colour, last.ground, last.bold) == (found.colour, found.ground, found.bold):
                runs[-1] = Run(last.text + found.text, found.colour, found.ground, found.bold)
            else:
                runs.append(found)
        while runs and runs[-1].ground is None and not runs[-1].text.strip():
            runs.pop()
        if runs and runs[-1].ground is None:
            runs[-1] = Run(runs[-1].text.rstrip(), runs[-1].colour, None, runs[-1].bold)
        return painted(runs, self.terminal)

    def _line(self, row: int, column: int) -> str:
        bits = self._lines.get((row, column), 0)
        if not bits:
            return " "
        if self.terminal.unicode:
            return _BOX[bits]
        return "-" if not bits & (UP | DOWN) else "|" if not bits & (LEFT | RIGHT) else "+"
