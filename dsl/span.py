"""Where a piece of rule text stands: a source file and a range of characters in it."""

from __future__ import annotations

from bisect import bisect_right

from attrs import field, frozen


def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(i + 1 for i, c in enumerate(text) if c == "\n"))


@frozen
class Source:
    """A rule file as read: its name as the user knows it, and its text."""

    name: str
    text: str = field(repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_starts", _line_starts(self.text))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@frozen
class Span:
    """The characters `start` to `end` (exclusive) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The range from the start of this span to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


NOWHERE = Span(Source("<built in>", ""), 0, 0)
