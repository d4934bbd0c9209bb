"""What mutations start from: shipped games with what belongs to them, sample games of tests, the language reference."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import frozen
from lark import Token, Tree

from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.layout import END
from hoyle.dsl.parser import grammar, parse

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"```hoyle *(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)


@frozen
class Group:
    """Files that are compiled together, the game first."""

    name: str
    texts: tuple[str, ...]

    @property
    def size(self) -> int:
        return sum(map(len, self.texts))


@frozen
class Piece:
    """A part of a text that the grammar has a name for; it lies on one line, or is a whole block."""

    rule: str
    start: int
    end: int


@cache
def groups() -> tuple[Group, ...]:
    """Every group, by name."""
    return (*_shipped(), *_samples(), *_reference())


def _shipped() -> list[Group]:
    found = []
    for folder in sorted((ROOT / "games").iterdir()):
        texts = {file.stem: file.read_text("utf-8") for file in sorted(folder.glob("*.hoyle"))}
        if folder.name not in texts:
            continue
        game = texts.pop(folder.name)
        found.append(Group(folder.name, (game,)))
        found += [Group(f"{folder.name}+{name}", (game, text)) for name, text in texts.items()]
    return found


def _samples() -> list[Group]:
    found = []
    for file in sorted((ROOT / "tests").glob("*/good/*.hoyle")):
        text = file.read_text("utf-8")
        if text.split(None, 1)[0] == "game" or "\ngame " in text:
            found.append(Group(file.stem, (text,)))
    return found


def _reference() -> list[Group]:
    """The game of the language reference, with each of its snippets added."""
    page = (ROOT / "docs" / "reference" / "language.md").read_text("utf-8")
    fences = [(f["kind"], f["text"]) for f in _FENCE.finditer(page)]
    game = next(text for kind, text in fences if kind == "file")
    found = [Group("reference", (game,))]
    for number, (kind, text) in enumerate(fences):
        if kind == "":
            found.append(Group(f"reference-{number}", (f"{game}\n{text}",)))
        elif kind == "words":
            found.append(Group(f"reference-{number}", (game, text)))
    return found


@cache
def pieces(text: str) -> tuple[Piece, ...]:
    """All parts of a text that a graft may take or replace; none if the text cannot be read."""
    try:
        parse(text, "seed")
    except DiagnosticError:
        return ()
    tree: Tree[Token] = grammar().parse(text + END, start="start")
    found = []
    for part in tree.iter_subtrees():
        if part.meta.empty or part.data in ("start", "header"):
            continue
        start, end = part.meta.start_pos, part.meta.end_pos
        if "\n" not in text[start:end].rstrip():
            found.append(Piece(str(part.data), start, start + len(text[start:end].rstrip())))
    return tuple(sorted(found, key=lambda piece: (piece.start, -piece.end, piece.rule)))


@cache
def texts_by_rule() -> dict[str, list[str]]:
    """For each rule of the grammar what stands for it somewhere in all groups, each text once."""
    found: dict[str, dict[str, None]] = {}
    for text in dict.fromkeys(text for group in groups() for text in group.texts):
        for piece in pieces(text):
            found.setdefault(piece.rule, {})[text[piece.start : piece.end]] = None
    return {rule: list(kept) for rule, kept in found.items()}
