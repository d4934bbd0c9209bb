"""A diagnostic as text: title, place, the lines with their labels, why, and a hint."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from hoyle.dsl.diagnostics import Diagnostic, Label
from hoyle.dsl.span import Source

TAB_STOP = 4
MAX_COLUMNS = 140  # of a line that is shown; longer ones are cropped around what is marked


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """All of them, an empty line between; empty if there are none."""
    return "\n".join(render(d) for d in diagnostics)


def render(diagnostic: Diagnostic) -> str:
    """The complete text of one diagnostic, ending in a newline."""
    primary = diagnostic.primary
    marked = [_Mark(primary, "^"), *(_Mark(label, "-") for label in diagnostic.labels)]
    edge = " " * max(len(str(m.number)) for m in marked)
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.title}", f"{edge}--> {primary.span}"]
    shown_source = primary.span.source
    for _, group in groupby(marked, key=lambda m: (m.source, m.number)):
        marks = list(group)
        lines.append(f"{edge} |")
        if marks[0].source != shown_source:
            shown_source = marks[0].source
            lines.append(f"{edge}::: {marks[0].label.span}")
        lines.extend(_excerpt(marks, edge))
    notes = list(_notes(diagnostic))
    lines.extend([f"{edge} |", *(f"{edge} = {note}" for note in notes)] if notes else [])
    return "\n".join(lines) + "\n"


def _notes(diagnostic: Diagnostic) -> Iterator[str]:
    if diagnostic.why:
        yield diagnostic.why
    if diagnostic.hint:
        yield f"hint: {diagnostic.hint}"


class _Mark:
    """A label on the first line of its span."""

    def __init__(self, label: Label, sign: str) -> None:
        self.label = label
        self.sign = sign
        self.source: Source = label.span.source
        self.start = min(label.span.start, len(self.source.text))
        self.number, column = self.source.position(self.start)
        self.column = column - 1


def _excerpt(marks: list[_Mark], edge: str) -> Iterator[str]:
    """A line and what is marked in it."""
    text = marks[0].source.line(marks[0].number)
    crop, text = _cropped(text, min(m.column for m in marks))
    yield f"{marks[0].number:>{len(edge)}} | {shown(text)}".rstrip()
    for mark in marks:
        start = mark.column - crop
        end = max(start, min(start + mark.label.span.end - mark.label.span.start, len(text)))
        before = display_width(shown(text[:start]))
        width = max(1, display_width(shown(text[:end])) - before)
        yield f"{edge} | {' ' * before}{mark.sign * width} {mark.label.message}".rstrip()


def _cropped(text: str, column: int) -> tuple[int, str]:
    """A line short enough to show, and how many characters its front lost (an ellipsis stands for the last)."""
    if len(text) <= MAX_COLUMNS:
        return 0, text
    start = max(0, min(column - MAX_COLUMNS // 4, len(text) - MAX_COLUMNS))
    end = min(len(text), start + MAX_COLUMNS)
    front, back = ("…" if start else "", "…" if end < len(text) else "")
    return start, front + text[start + len(front) : end - len(back)] + back


def shown(text: str) -> str:
    """A line as it is printed: tabs as blanks, characters that print nothing as a visible sign."""
    out: list[str] = []
    width = 0
    for c in text:
        piece = " " * (TAB_STOP - width % TAB_STOP) if c == "\t" else _visible(c)
        out.append(piece)
        width += display_width(piece)
    return "".join(out)


def _visible(c: str) -> str:
    hidden = unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return "\N{REPLACEMENT CHARACTER}" if hidden else c


def display_width(text: str) -> int:
    """Columns a terminal needs for `text`: two for wide characters, none for combining ones."""
    return sum(_char_width(c) for c in text)


def _char_width(c: str) -> int:
    if c < "\x7f":
        return 1
    if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
