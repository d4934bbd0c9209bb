"""A diagnostic as text: title, place, the lines with their labels, why, and a hint."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from hoyle.dsl.diagnostics import Diagnostic, Label
from hoyle.dsl.span import Source

TAB_STOP = 4


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """All of them, an empty line between; empty if there are none."""
    return "\n".join(render(d) for d in diagnostics)


def render(diagnostic: Diagnostic) -> str:
    """The complete text of one diagnostic, ending in a newline."""
    primary = diagnostic.primary
    excerpts = [Excerpt(primary, "^"), *(Excerpt(label, "-") for label in diagnostic.labels)]
    gutter = max(len(str(e.number)) for e in excerpts)
    edge = " " * gutter
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.title}", f"{edge}--> {primary.span}"]
    for before, excerpt in zip([None, *excerpts], excerpts, strict=False):
        lines.append(f"{edge} |")
        if before and before.source != excerpt.source:
            lines.append(f"{edge}::: {excerpt.label.span}")
        lines.extend(excerpt.lines(gutter))
    lines.append(f"{edge} |")
    if diagnostic.why:
        lines.append(f"{edge} = {diagnostic.why}")
    if diagnostic.hint:
        lines.append(f"{edge} = hint: {diagnostic.hint}")
    if lines[-1] == f"{edge} |":
        lines.pop()
    return "\n".join(lines) + "\n"


class Excerpt:
    """The first line of a label's span, marked below."""

    def __init__(self, label: Label, mark: str) -> None:
        self.label = label
        self.mark = mark
        self.source: Source = label.span.source
        self.number, self._column = self.source.position(min(label.span.start, len(self.source.text)))

    def lines(self, gutter: int) -> list[str]:
        text = self.source.line(self.number)
        start = self._column - 1
        end = max(start, min(start + self.label.span.end - self.label.span.start, len(text)))
        before, marked = shown(text[:start]), shown(text[:end])
        width = max(1, display_width(marked) - display_width(before))
        below = (
            " " * display_width(before) + self.mark * width + (f" {self.label.message}" if self.label.message else "")
        )
        return [f"{self.number:>{gutter}} | {shown(text)}".rstrip(), f"{' ' * gutter} | {below}"]


def shown(text: str) -> str:
    """A line as it is printed: tabs as spaces, characters that print nothing as a visible sign."""
    out: list[str] = []
    width = 0
    for c in text:
        piece = " " * (TAB_STOP - width % TAB_STOP) if c == "\t" else _visible(c)
        out.append(piece)
        width += display_width(piece)
    return "".join(out)


def _visible(c: str) -> str:
    if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}"
    return c


def display_width(text: str) -> int:
    """Columns a terminal needs for `text`: two for wide characters, none for combining ones."""
    return sum(_char_width(c) for c in text)


def _char_width(c: str) -> int:
    if c < "\x7f":
        return 1
    if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
