"""`hoyle games`: which games there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import command, language_option, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.loader import Header, folded, shipped_files

if TYPE_CHECKING:
    from hoyle.dsl import nodes


@command("games")
@language_option
def games() -> None:
    """List the games that come with hoyle."""
    files = shipped_files()
    for header in files:
        if header.kind == "game":
            for line in _game(header, files, speech()):
                click.echo(line)
    click.echo(message(speech(), "cli.games.more"))


def _game(header: Header, files: list[Header], language: str) -> Iterator[str]:
    """A game with its numbers of players, variants and options."""
    file = _read(header.path)
    title = _title(header, files, language) or header.title
    yield from paragraph(f"{header.name}  {title}" if title and title != header.name else header.name)
    if file is None:
        yield "    " + message(language, "cli.games.broken", file=header.path.name)
        return
    counts = _counts(file)
    yield "    " + message(language, "cli.games.players", counts=", ".join(map(str, counts)))
    variants = [h.name for h in files if h.kind == "variant" and h.of and folded(h.of) == folded(header.name)]
    if variants:
        yield from paragraph(message(language, "cli.games.variants", names=", ".join(variants)), indent=4)
    options = [_option(decl) for decl in file.decls if type(decl).__name__ in ("Option", "OptionChoice")]
    if options:
        yield "    " + message(language, "cli.games.options")
        for option in options:
            yield from paragraph(option, indent=6)


def _read(path: Path) -> nodes.File | None:
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.rulefiles import read

    try:
        return read(path)
    except DiagnosticError:
        return None


def _counts(file: nodes.File) -> list[int]:
    from hoyle.dsl import nodes

    found: set[int] = set()
    for decl in file.decls:
        if isinstance(decl, nodes.Players):
            found.update(range(decl.low, decl.high + 1))
        elif isinstance(decl, nodes.NamedPlayers):
            found.add(decl.number)
    return sorted(found)


def _option(decl: object) -> str:
    """`name: a, b, c`, the default first or named."""
    from hoyle.dsl import nodes

    if isinstance(decl, nodes.OptionChoice):
        words = [word.text for word in decl.words]
        default = decl.default.text if decl.default is not None else words[0]
        return f"{decl.name.text}={default} ({', '.join(words)})"
    assert isinstance(decl, nodes.Option)
    return f"{decl.name.text}={decl.default.span.text} ({decl.type.span.text})"


def _title(header: Header, files: list[Header], language: str) -> str | None:
    """The name of the game in another language, if there are words for it."""
    from hoyle.dsl import nodes

    for words in files:
        if words.kind == "words" and words.name == language and words.of == header.name:
            file = _read(words.path)
            for decl in file.decls if file is not None else ():
                if isinstance(decl, nodes.Translation) and [i.text for i in decl.path] == [header.name]:
                    return decl.text
    return None
