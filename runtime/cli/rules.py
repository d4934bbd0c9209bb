"""`hoyle rules`, and the word `rules` at the table: the rules of a game in words, whole or one part of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, command, rules_options, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.guard import FINE, REFUSED
from hoyle.runtime.cli.rulebook import PARTS, Entry, Line, Rulebook, folded
from hoyle.runtime.cli.table import Table
from hoyle.runtime.loader import outline

_CLAUSE: Final = re.compile(r"[A-Za-z]*-?[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
_TWICE: Final = frozenset({"terms", "options"})  # parts of single sentences: no empty lines between them


@command("rules")
@click.argument("game")
@click.argument("word", nargs=-1)
@rules_options
def rules(
    game: str, word: Sequence[str], players: int | None, variants: tuple[str, ...], options: dict[str, str]
) -> int:
    """Tell the rules of a game in words."""
    found = show_rules(Request(game, players, variants, options), " ".join(word), speech(), is_command=True)
    return FINE if found else REFUSED


def show_rules(request: Request, asked: str, language: str, *, is_command: bool = False) -> bool:
    """The rules of a game, or what belongs to a word; whether there was anything. is_command: asked for outside a
    game."""
    book, table = rulebook(request, language), Table(language)
    if not asked:
        table.pages([*whole(book), "", *_more(book, request.name if is_command else None)])
        return True
    lines = part(book, asked)
    if lines is None:
        click.echo("\n".join(_nothing(book, asked)), err=is_command)
        return False
    table.pages(lines)
    return True


def rulebook(request: Request, language: str) -> Rulebook:
    """The rules of a game as it was asked for. Errors as in `load`."""
    found = outline(request.name, request.players, request.variants, request.options)
    return Rulebook(request.load(), found, language)


# ------------------------------------------------------------------------------------------------ what is told


def whole(book: Rulebook) -> list[str]:
    """All parts, each with its title."""
    lines = book.head()
    for name in PARTS:
        entries = book.entries(name)
        if entries:
            lines += ["", *_titled(book, name), *_told(book, entries)]
    return lines


def part(book: Rulebook, asked: str) -> list[str] | None:
    """What belongs to a word: a part by its name, an action, a table, a clause, else all that holds the word. None if
    nothing does."""
    wanted = folded(asked)
    named = next((name for name in PARTS if wanted in _part_names(book, name)), None)
    if named is not None:
        entries = book.entries(named)
        return [*_titled(book, named), *_told(book, entries)] if entries else None
    every = [entry for name in PARTS for entry in book.entries(name)]
    found = [entry for entry in every if wanted in entry.names] or _citing(every, asked) or _holding(every, asked)
    return [line for name in PARTS for line in _of_part(book, name, found)] or None


def _of_part(book: Rulebook, name: str, found: Sequence[Entry]) -> list[str]:
    entries = [entry for entry in found if entry.part == name]
    return [*_titled(book, name), *_told(book, entries), ""] if entries else []


def _part_names(book: Rulebook, name: str) -> frozenset[str]:
    words = [word for tongue in (book.language, "en") for word in message(tongue, f"rules.part.{name}").split("|")]
    return frozenset(folded(word) for word in (name, *words))


def _citing(entries: Iterable[Entry], clause: str) -> list[Entry]:
    """The sentences that rest on a clause, or on one below it; of actions and tables with the head."""
    wanted = clause.casefold().lstrip("§")
    if _CLAUSE.fullmatch(wanted) is None:
        return []

    def cites(line: Line) -> bool:
        return any(c == wanted or c.startswith(f"{wanted}.") for c in map(str.casefold, line.cites))

    return list(_with_lines(entries, cites))


def _holding(entries: Iterable[Entry], asked: str) -> list[Entry]:
    """The sentences that hold a word."""
    return list(_with_lines(entries, lambda line: asked.casefold() in line.text.casefold()))


def _with_lines(entries: Iterable[Entry], test: object) -> Iterator[Entry]:
    """Of each entry the lines that pass, with those that they stand under; the whole entry if its head passes."""
    assert callable(test)
    for entry in entries:
        kept = {number for number, line in enumerate(entry.lines) if test(line)}
        if 0 in kept and entry.lines[0].depth == 0:
            yield entry
        elif kept:
            above = {place for number in kept for place in _above(entry.lines, number)}
            lines = [line for number, line in enumerate(entry.lines) if number in kept | above]
            yield Entry(entry.part, entry.names, tuple(lines))


def _above(lines: Sequence[Line], number: int) -> Iterator[int]:
    """The places of the lines under which one stands."""
    depth = lines[number].depth
    for place in range(number - 1, -1, -1):
        if lines[place].depth < depth:
            depth = lines[place].depth
            yield place


def _titled(book: Rulebook, name: str) -> list[str]:
    return [click.style(book.say(f"rules.title.{name}"), bold=True)]


def _told(book: Rulebook, entries: Sequence[Entry]) -> list[str]:
    lines: list[str] = []
    for number, entry in enumerate(entries):
        lines += [""] if number and entry.part not in _TWICE else []
        lines += [text for line in entry.lines for text in line.filled(book.language)]
    return lines


def _more(book: Rulebook, game: str | None) -> list[str]:
    """How to see a part alone; game: as it is called on the command line."""
    clauses = [cite for name in PARTS for entry in book.entries(name) for line in entry.lines for cite in line.cites]
    key = "rules.more" if game is None else "rules.more.shell"
    return paragraph(book.say(key, parts=_parts(book), clause=clauses[0] if clauses else "-", game=game))


def _nothing(book: Rulebook, asked: str) -> list[str]:
    """That the rules say nothing of a word."""
    return paragraph(book.say("rules.none", word=asked[:40], parts=_parts(book)))


def _parts(book: Rulebook) -> str:
    first = (book.say(f"rules.part.{name}").partition("|")[0] for name in PARTS if book.entries(name))
    return book.say("list").join(name.casefold() for name in first)
