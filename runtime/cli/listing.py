"""`hoyle games`: which games there are.

Only the first words of declarations are read, without the parser, so that the list is there at once;
`tests/cli/test_games.py` holds what is found against what the parser finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import command, language_option, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.loader import Header, folded, shipped_files

_PLAYERS: Final = re.compile(r"^players\s+(\d+)(?:\s+to\s+(\d+))?", re.MULTILINE)
# Up to an explanation, a clause or a remark; what is indented goes on.
_OPTION: Final = re.compile(r'^option\s+(?P<name>\w+)\s*:(?P<rest>[^"§#\n]*(?:\n[ \t]+[^"§#\n]*)*)', re.MULTILINE)
_TITLE: Final = r'^{name}\s*=\s*"([^"\n]*)"'


@frozen
class Sight:
    """The numbers of people a game offers, ascending, and its options in words."""

    counts: tuple[int, ...]
    options: tuple[str, ...]


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
    sight = look(header.path)
    title = _title(header, files, language) or header.title
    yield from paragraph(f"{header.name}  {title}" if title and title != header.name else header.name)
    if sight is None:
        yield "    " + message(language, "cli.games.broken", file=header.path.name)
        return
    yield "    " + message(language, "cli.games.players", counts=", ".join(map(str, sight.counts)))
    variants = [h.name for h in files if h.kind == "variant" and h.of and folded(h.of) == folded(header.name)]
    if variants:
        yield from paragraph(message(language, "cli.games.variants", names=", ".join(variants)), indent=4)
    if sight.options:
        yield "    " + message(language, "cli.games.options")
        for option in sight.options:
            yield from paragraph(option, indent=6)


def look(path: Path) -> Sight | None:
    """What a rule file says of itself at first sight; None if it cannot be read, or says not how many play."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    counts = {n for low, high in _PLAYERS.findall(text) for n in range(int(low), int(high or low) + 1)}
    return Sight(tuple(sorted(counts)), tuple(map(_option, _OPTION.finditer(text)))) if counts else None


def options_in(text: str) -> tuple[str, ...]:
    """The options that a rule file declares, as in `Sight`."""
    return tuple(map(_option, _OPTION.finditer(text)))


def _option(found: re.Match[str]) -> str:
    """`name=default (what it can be)`; of words the first is the default if none is named."""
    words, sign, default = (" ".join(part.split()) for part in found["rest"].partition("="))
    return f"{found['name']}={default if sign else words.partition(',')[0]} ({words})"


def _title(header: Header, files: list[Header], language: str) -> str | None:
    """The name of the game in another language, if there are words for it."""
    for words in files:
        if words.kind == "words" and words.name == language and words.of == header.name:
            found = re.search(_TITLE.format(name=header.name), words.path.read_text("utf-8", "replace"), re.MULTILINE)
            return None if found is None else found[1]
    return None
