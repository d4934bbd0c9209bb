"""Compiled texts of which most is the same: each piece of them is made into code once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Final

from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game

_KEPT: Final = 30_000  # pieces; a large game has about 4,000 in each setting
_AHEAD: Final = ("@", "#")  # lines that belong to what follows
_WITHIN: Final = (" ", ")", "]", "}")  # lines that belong to what precedes

_UNREAD: Final = "LINES = ("  # which line of the rules is behind a line of the text: of use to tracebacks only


def game_of(source: str, name: str) -> Game:
    """The game of a compiled text. Unlike that of `from_source` its tracebacks show no lines: the code of a piece may
    have been made for another game."""
    module = ModuleType(name)
    for piece in pieces(source):
        if not piece.startswith(_UNREAD):
            exec(_code(piece), module.__dict__)
    return Game(as_compiled(module))


@lru_cache(_KEPT)
def _code(piece: str) -> CodeType:
    return compile(piece, "<mutant>", "exec", dont_inherit=True)


def pieces(source: str) -> Iterator[str]:
    """The statements of a text at its left margin, in order, each with its comments and decorators."""
    piece: list[str] = []
    complete = False  # does the piece have its first line that is no comment and no decorator?
    for line in source.split("\n"):
        if not line:
            continue
        if complete and not line.startswith(_WITHIN):
            yield "\n".join(piece)
            piece, complete = [], False
        piece.append(line)
        complete = complete or not line.startswith(_AHEAD)
    if piece:
        yield "\n".join(piece)
