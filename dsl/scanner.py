"""Lexemes and sentences of a rule file without its grammar: for limits, for explaining syntax errors, for formatting.

The scanner never fails: what the language does not know is a lexeme of kind "bad".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from attrs import field, frozen

TAB_STOP = 4

Kind = Literal["newline", "comment", "text", "cite", "int", "word", "sign", "bad"]

_LEXEME = re.compile(
    r"""(?P<blank>[ \t]+)
      | (?P<newline>\n)
      | (?P<comment>\#[^\n]*)
      | (?P<text>"[^"\n]*")
      | (?P<cite>§[A-Za-z]*-?[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)
      | (?P<int>[0-9]+)
      | (?P<word>[^\W\d]\w*)
      | (?P<sign>\.\.|\+=|-=|//|==|!=|<=|>=|[-+*%&|<>=.,:()\[\]{}])
      | (?P<bad>[^\n])
    """,
    re.VERBOSE,
)

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open for open, close in OPENING.items()}


@frozen
class Lexeme:
    kind: Kind
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def scan(text: str, start: int = 0, end: int | None = None) -> Iterator[Lexeme]:
    """The lexemes of a text, blanks left out."""
    for match in _LEXEME.finditer(text, start, len(text) if end is None else end):
        kind = match.lastgroup
        if kind != "blank":
            yield Lexeme(kind, match[0], match.start())  # type: ignore[arg-type]


def number_of_lexemes(text: str) -> int:
    """How many lexemes a text has, blanks counted too; fast."""
    return sum(1 for _ in _LEXEME.finditer(text))


@frozen
class Sentence:
    """A logical line: its lexemes, line ends and comments inside included; `indent` in columns.

    A comment line of its own is a sentence that holds only the comment.
    """

    indent: int
    lexemes: tuple[Lexeme, ...]
    blank_lines: int = 0  # above it

    @property
    def words(self) -> tuple[Lexeme, ...]:
        """The lexemes that are law or explanation: no comments, no line ends."""
        return tuple(x for x in self.lexemes if x.kind not in ("newline", "comment"))

    @property
    def start(self) -> int:
        return self.lexemes[0].start

    @property
    def end(self) -> int:
        return self.lexemes[-1].end


@frozen
class _PhysicalLine:
    indent: int
    lexemes: tuple[Lexeme, ...]
    newline: Lexeme | None = field(default=None)

    @property
    def only_comment(self) -> bool:
        return all(x.kind == "comment" for x in self.lexemes)


def sentences(text: str, start: int = 0) -> list[Sentence]:
    """The logical lines of a text, continued lines joined as the layout joins them."""
    found: list[Sentence] = []
    lines = list(_physical_lines(text, start))
    i = blank_lines = 0
    while i < len(lines):
        line = lines[i]
        i += 1
        if not line.lexemes:
            blank_lines += 1
            continue
        lexemes = list(line.lexemes)
        if not line.only_comment:
            i = _continue(lines, i, line, lexemes)
        found.append(Sentence(line.indent, tuple(lexemes), blank_lines))
        blank_lines = 0
    return found


def _continue(lines: list[_PhysicalLine], i: int, first: _PhysicalLine, lexemes: list[Lexeme]) -> int:
    """Append to `lexemes` the lines from `i` on that continue the sentence; the index of the first that does not."""
    depth = _depth(first.lexemes)
    after_colon = _ends_in_colon(first.lexemes, False)
    while True:
        following = _next_with_words(lines, i)
        if following is None or not (depth > 0 or _continues(lines[following], first.indent, after_colon)):
            return i
        for line in lines[i - 1 : following]:
            lexemes.extend(line.lexemes if line is not lines[i - 1] else ())
            lexemes.extend([line.newline] if line.newline else [])
        lexemes.extend(lines[following].lexemes)
        depth = max(0, depth + _depth(lines[following].lexemes))
        after_colon = _ends_in_colon(lines[following].lexemes, after_colon)
        i = following + 1


def _next_with_words(lines: list[_PhysicalLine], i: int) -> int | None:
    while i < len(lines) and lines[i].only_comment:
        i += 1
    return i if i < len(lines) else None


def _continues(line: _PhysicalLine, indent: int, after_colon: bool) -> bool:
    return line.lexemes[0].kind in ("text", "cite") or (line.indent > indent and not after_colon)


def _depth(lexemes: tuple[Lexeme, ...]) -> int:
    signs = [x.text for x in lexemes if x.kind == "sign"]
    return sum(s in OPENING for s in signs) - sum(s in CLOSING for s in signs)


def _ends_in_colon(lexemes: tuple[Lexeme, ...], before: bool) -> bool:
    law = [x for x in lexemes if x.kind not in ("text", "cite", "comment")]
    return law[-1].text == ":" if law else before


def _physical_lines(text: str, start: int) -> Iterator[_PhysicalLine]:
    lexemes: list[Lexeme] = []
    begin = start
    for lexeme in scan(text, start):
        if lexeme.kind == "newline":
            yield _PhysicalLine(_indent(text, begin), tuple(lexemes), lexeme)
            lexemes, begin = [], lexeme.end
        else:
            lexemes.append(lexeme)
    if lexemes:
        yield _PhysicalLine(_indent(text, begin), tuple(lexemes))


def _indent(text: str, start: int) -> int:
    """The columns of blanks from `start` on."""
    width = 0
    for i in range(start, len(text)):
        if text[i] == "\t":
            width += TAB_STOP - width % TAB_STOP
        elif text[i] == " ":
            width += 1
        else:
            break
    return width
