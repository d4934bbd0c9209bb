"""The notation of moves and outcomes as a tree of terms, before anything is known of the game (semantics 21.1).

`read("lay(d12, Cell(2, 0), {a, b})")` gives `Said("lay", (Name("d12"), Call("Cell", …), Group("{", …)))`. White space
means nothing between the signs.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from hoyle.runtime.problems import NotationError

DEEPEST: Final = 8  # brackets in one another; no notation has more than three
LONGEST: Final = 18  # digits of a number
_SIGN = re.compile(r"\s*(?:(?P<number>-?\d+)|(?P<name>[^\W\d]\w*)|(?P<mark>[(){}\[\],.]))")
_CLOSING = {"(": ")", "{": "}", "[": "]"}


@frozen
class Number:
    value: int

    def __str__(self) -> str:
        return str(self.value)


@frozen
class Name:
    """A member, seat, `true`, `false` or `none`; of: the type or option in front of a dot."""

    text: str
    of: str = ""

    def __str__(self) -> str:
        return f"{self.of}.{self.text}" if self.of else self.text


@frozen
class Call:
    """`Cell(2, 0)`."""

    name: str
    args: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.args))})"


@frozen
class Group:
    """`{a, b}` or `[a, b]`."""

    opening: str
    items: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.opening}{', '.join(map(str, self.items))}{_CLOSING[self.opening]}"


Term = Number | Name | Call | Group


@frozen
class Said:
    """A whole move or outcome."""

    verb: str
    args: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.verb}({', '.join(map(str, self.args))})" if self.args else self.verb


def read(text: str) -> Said:
    """The move or outcome a text says. NotationError says which character is wrong."""
    reader = _Reader(text)
    said = reader.said()
    reader.expect_end()
    return said


def read_term(text: str) -> Term:
    """One value: what stands between two commas of a move."""
    reader = _Reader(text)
    term = reader.term(0)
    reader.expect_end()
    return term


class _Reader:
    """One pass over a text; `_kind` and `_sign` are the sign at hand."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._kind: str | None = None
        self._sign = ""
        self._start = 0
        if not text.strip():
            raise NotationError("notation.empty")
        self._advance()

    def _advance(self) -> None:
        found = _SIGN.match(self._text, self._place)
        if found is None:
            rest = self._text[self._place :].lstrip()
            self._start = len(self._text) - len(rest)
            self._kind, self._sign = ("garbage", rest[0]) if rest else (None, "")
            return
        self._kind = found.lastgroup
        assert self._kind is not None
        self._sign = found[self._kind]
        self._start, self._place = found.start(self._kind), found.end()

    def _fail(self) -> NotationError:
        if self._kind is None:
            return NotationError("notation.end", text=self._text)
        return NotationError("notation.garbled", text=self._text, place=self._start + 1, found=self._sign)

    def _take(self, kind: str) -> str:
        if self._kind != kind:
            raise self._fail()
        sign = self._sign
        self._advance()
        return sign

    def _skip(self, mark: str) -> bool:
        if self._kind != "mark" or self._sign != mark:
            return False
        self._advance()
        return True

    def expect_end(self) -> None:
        if self._kind is not None:
            raise self._fail()

    def said(self) -> Said:
        verb = self._take("name")
        return Said(verb, self._until(")", 0) if self._skip("(") else ())

    def _until(self, closing: str, depth: int) -> tuple[Term, ...]:
        """Terms between commas up to a closing bracket."""
        if depth > DEEPEST:
            raise NotationError("notation.deep", text=self._text)
        if self._skip(closing):
            return ()
        terms = [self.term(depth)]
        while self._skip(","):
            terms.append(self.term(depth))
        if not self._skip(closing):
            raise self._fail()
        return tuple(terms)

    def term(self, depth: int) -> Term:
        if self._kind == "number":
            return self._number()
        if self._kind == "mark" and self._sign in "{[":
            opening = self._take("mark")
            return Group(opening, self._until(_CLOSING[opening], depth + 1))
        name = self._take("name")
        if self._skip("("):
            return Call(name, self._until(")", depth + 1))
        if self._skip("."):
            return Name(self._take("name"), of=name)
        return Name(name)

    def _number(self) -> Number:
        if len(self._sign) > LONGEST:
            raise NotationError("notation.number", text=self._text)
        return Number(int(self._take("number")))
