"""Text in columns for a terminal of 80 columns: words with colours, padding by what a terminal shows, tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click
from attrs import frozen

from hoyle.dsl.render import display_width

WIDTH: Final = 80
# `Cell(3, 2)` is not broken, nor is `Line(Dot(0, 0), Dot(1, 0))`.
_PLACE: Final = re.compile(r"\w+\(-?\d+(?:, -?\d+)+\)|\w+\(\w+\([-\d, ]+\)(?:, \w+\([-\d, ]+\))*\)")
_BOUND: Final = "\u00a0"
_NO_BEGINNING: Final = "。、，．・」』）)]}ー!?"  # marks that do not stand at the beginning of a line
# Told apart on dark and light grounds; the rest of a set of members begins again.
_COLOURS: Final = ("red", "blue", "green", "magenta", "yellow", "cyan")


@frozen
class Word:
    """A piece of text with its colour. What is printed to anything but a terminal loses the colour."""

    text: str
    colour: str | None = None

    @property
    def width(self) -> int:
        return display_width(self.text)

    def __str__(self) -> str:
        plain = self.colour is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return self.text if plain else click.style(self.text, fg=self.colour)


def colour_of(place: int) -> str:
    """The colour of the `place`-th member of a type."""
    return _COLOURS[place % len(_COLOURS)]


def width_of(words: Sequence[Word]) -> int:
    """The columns that words take with a blank between them."""
    return sum(word.width for word in words) + max(0, len(words) - 1)


def joined(words: Sequence[Word], width: int) -> str:
    """Words with a blank between them, filled up to a width."""
    return " ".join(map(str, words)) + " " * max(0, width - width_of(words))


def seen_width(text: str) -> int:
    """The columns a text takes; colours take none."""
    return display_width(click.unstyle(text))


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - seen_width(text))


def packed(words: Iterable[Word], width: int) -> list[list[Word]]:
    """Words in as many lines as they need; a word that is too wide stands alone."""
    lines: list[list[Word]] = [[]]
    for word in words:
        if lines[-1] and width_of([*lines[-1], word]) > width:
            lines.append([])
        lines[-1].append(word)
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` columns, broken at blanks, between wide letters, and where nothing else helps
    anywhere."""
    lines, line = [], ""
    for joint, piece in _pieces(_PLACE.sub(lambda found: found[0].replace(" ", _BOUND), text), max(2, width)):
        longer = line + joint + piece if line else piece
        if line and seen_width(longer) > width:
            lines.append(line)
            line = piece
        else:
            line = longer
    return [each.replace(_BOUND, " ") for each in [*lines, line]]


def _pieces(text: str, width: int) -> Iterator[tuple[str, str]]:
    """What may not be broken, each with what stands in front of it in a line."""
    for word in text.split(" "):
        plain = click.unstyle(word)
        if seen_width(word) <= width and len(plain) == display_width(plain):
            yield " ", word
            continue
        joint = " "
        for piece in _broken(plain, width):
            yield joint, piece
            joint = ""


def _broken(word: str, width: int) -> Iterator[str]:
    """A word in pieces: each wide letter alone, with the marks that must not begin a line; narrow ones together."""
    piece = ""
    for letter in word:
        is_new = display_width(letter) > 1 or (piece != "" and display_width(piece[-1]) > 1)
        if piece and ((is_new and letter not in _NO_BEGINNING) or display_width(piece + letter) > width):
            yield piece
            piece = ""
        piece += letter
    yield piece


def paragraph(text: str, indent: int = 0, hanging: int = 2, width: int = WIDTH) -> list[str]:
    """A text over a width; lines after the first are indented further. Blanks in front of it are kept."""
    indent += len(text) - len(text.lstrip(" "))
    first, *rest = wrapped(text.lstrip(" "), width - indent - hanging)
    return [" " * indent + first, *(" " * (indent + hanging) + line for line in rest)]


def table(rows: Sequence[Sequence[str]], *, right: bool = False) -> list[str]:
    """Rows of equal length, the first the header and the first column the names of the rows, within the width.

    Cells are wrapped; columns that do not fit side by side follow below, with the names of the rows again. right: set
    all columns but the first flush right.
    """
    if not rows or len(rows[0]) < 2:
        return [line for row in rows for cell in row for line in paragraph(cell)]
    first = max(seen_width(row[0]) for row in rows)
    natural = [max(seen_width(row[i]) for row in rows) for i in range(1, len(rows[0]))]
    if first + sum(natural) + _GAP * len(natural) > WIDTH:
        first = min(first, WIDTH // 4)
    lines: list[str] = []
    start = 1
    while start < len(rows[0]):
        count, widths = _fitting(natural[start - 1 :], WIDTH - first)
        part = [[row[0], *row[start : start + count]] for row in rows]
        lines += ([""] if lines else []) + _rows(part, [first, *widths], right)
        start += count
    return lines


_GAP = 2
_LEAST = 12


def _fitting(natural: Sequence[int], room: int) -> tuple[int, list[int]]:
    """How many columns stand side by side, and their widths: wide ones give way to narrow ones, down to a least."""
    count = len(natural)
    while count > 1 and sum(min(w, _LEAST) + _GAP for w in natural[:count]) > room:
        count -= 1
    widths = list(natural[:count])
    while sum(widths) + _GAP * count > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return count, widths


def _rows(rows: Iterable[Sequence[str]], widths: Sequence[int], right: bool) -> list[str]:
    lines = []
    for row in rows:
        cells = [_cell(cell, width) for cell, width in zip(row, widths, strict=True)]
        for i in range(max(map(len, cells))):
            shown = [cell[i] if i < len(cell) else "" for cell in cells]
            lines.append(_row(shown, widths, right))
    return lines


def _cell(text: str, width: int) -> list[str]:
    """The lines of a cell, each as far in as its text is."""
    indent = len(text) - len(text.lstrip(" "))
    return [" " * indent + line for line in wrapped(text.lstrip(" "), width - indent)]


def _row(cells: Sequence[str], widths: Sequence[int], right: bool) -> str:
    out = [padded(cells[0], widths[0])]
    for cell, width in zip(cells[1:], widths[1:], strict=True):
        out.append(" " * (width - seen_width(cell)) + cell if right else padded(cell, width))
    return (" " * _GAP).join(out).rstrip()


def in_columns(texts: Sequence[str]) -> list[str]:
    """Texts side by side, down each column first; what is too wide for two columns stands in lines of its own."""
    widest = max(map(seen_width, texts), default=0)
    columns = max(1, (WIDTH + 2) // (widest + 2))
    if columns == 1:
        return [line for text in texts for line in paragraph(text)]
    height = -(-len(texts) // columns)
    rows = [texts[i::height] for i in range(height)]
    return ["  ".join(padded(text, widest) for text in row).rstrip() for row in rows]
