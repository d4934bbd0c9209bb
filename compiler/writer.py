"""Writes generated Python: indentation, comments that name the rule, and the map from written lines to rule lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from hoyle.compiler.codegen.compact import INDENT, as_comprehension
from hoyle.dsl.span import NOWHERE, Span

_WIDTH = 118


@define(eq=False)
class Writer:
    """Lines of Python, each with the place in the rules that it was made from (NOWHERE: machinery)."""

    lines: list[str] = field(factory=list)
    places: list[Span] = field(factory=list)
    depth: int = 0
    span: Span = NOWHERE

    def line(self, text: str = "", span: Span | None = None) -> None:
        self.lines.append(INDENT * self.depth + text if text else "")
        self.places.append(self.span if span is None else span)

    @contextmanager
    def indented(self, header: str = "") -> Iterator[None]:
        """Lines below `header`, one step deeper."""
        if header:
            self.line(header)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    @contextmanager
    def at(self, span: Span) -> Iterator[None]:
        """Lines made from this place of the rules."""
        before = self.span
        if span is not NOWHERE:
            self.span = span
        try:
            yield
        finally:
            self.span = before

    def add(self, other: Writer) -> None:
        """All lines of another writer, at this depth."""
        for text, place in zip(other.lines, other.places, strict=True):
            self.lines.append(INDENT * self.depth + text if text else "")
            self.places.append(place)

    def collected(self) -> str:
        """`out`, or the comprehension that makes it, if all that the loops since `out = []` do is to collect it."""
        start = self.lines.index("out = []") if "out = []" in self.lines else len(self.lines)
        first = next((n for n in range(start, len(self.lines)) if self.lines[n].startswith("for ")), None)
        if first is None or any(x.startswith((INDENT, "if ", "twins")) for x in self.lines[start:first]):
            return "out"
        made = as_comprehension(self.lines[first:])
        if made is None:
            return "out"
        del self.lines[first:], self.places[first:]
        del self.lines[start], self.places[start]
        return made

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def line_map(self, offset: int = 0) -> tuple[tuple[int, str, int], ...]:
        """From which written line on (counted from 1) which rule line holds; runs are joined."""
        runs: list[tuple[int, str, int]] = []
        for number, place in enumerate(self.places, 1 + offset):
            where = ("", 0) if place is NOWHERE else (place.source.name, place.line)
            if not runs or runs[-1][1:] != where:
                runs.append((number, *where))
        return tuple(runs)


def wrapped(opening: str, items: list[str], closing: str, indent: int = 0) -> list[str]:
    """`opening item, item, … closing` on one line if it fits, else one line for as many items as fit."""
    whole = f"{opening}{', '.join(items)}{',' if len(items) == 1 and closing == ')' else ''}{closing}"
    if len(whole) + indent <= _WIDTH:
        return [whole]
    out, row = [opening], ""
    for item in items:
        if row and len(row) + len(item) + 2 + len(INDENT) + indent > _WIDTH:
            out.append(INDENT + row.rstrip())
            row = ""
        row += f"{item}, "
    out.append(INDENT + row.rstrip())
    out.append(closing)
    return out
