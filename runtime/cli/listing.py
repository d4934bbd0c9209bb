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

_PLAYERS: Final = re.compile(
    r"^(?:replace )?players\s+(\d+)(?:\s+to\s+(\d+))?(?:\s+plus\s+(?P<plus>\w+))?", re.MULTILINE
)
# Up to an explanation, a clause or a remark; what is indented goes on.
_OPTION: Final = re.compile(r'^option\s+(?P<name>\w+)\s*:(?P<rest>[^"§#\n]*(?:\n[ \t]+[^"§#\n]*)*)', re.MULTILINE)
_TITLE: Final = r'^{name}\s*=\s*"([^"\n]*)"'


@frozen
class Sight:
    """The numbers of people a game offers, ascending, its options in words, and the seat that plays by itself."""

    counts: tuple[int, ...]
    options: tuple[str, ...]
    plus: str | None = None


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
    yield "    " + message(language, "cli.games.players", counts=_counts(sight, header, files, language))
    variants = [h for h in files if h.kind == "variant" and h.of and folded(h.of) == folded(header.name)]
    if variants:
        names = message(language, "list").join(_variant(variant, files, language) for variant in variants)
        yield from paragraph(message(language, "cli.games.variants", names=names), indent=4)
    if sight.options:
        yield "    " + message(language, "cli.games.options")
        for option in sight.options:
            yield from paragraph(option, indent=6)


def _variant(header: Header, files: list[Header], language: str) -> str:
    """A variant, with the numbers of players if it has others than its game."""
    sight = look(header.path)
    if sight is None:
        return header.name
    counts = _counts(sight, header, files, language)
    return message(language, "cli.games.variant", name=header.name, counts=counts)


def _counts(sight: Sight, header: Header, files: list[Header], language: str) -> str:
    """How many people play, and who plays with them by itself."""
    counts = ", ".join(map(str, sight.counts))
    if sight.plus is None:
        return counts
    seat = _word(header, sight.plus, files, language) or sight.plus
    return message(language, "cli.games.plus", counts=counts, seat=seat)


def look(path: Path) -> Sight | None:
    """What a rule file says of itself at first sight; None if it cannot be read, or says not how many play."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    found = list(_PLAYERS.finditer(text))
    counts = {n for each in found for n in range(int(each[1]), int(each[2] or each[1]) + 1)}
    plus = next((each["plus"] for each in found if each["plus"]), None)
    return Sight(tuple(sorted(counts)), tuple(map(_option, _OPTION.finditer(text))), plus) if counts else None


def options_in(text: str) -> tuple[str, ...]:
    """The options that a rule file declares, as in `Sight`."""
    return tuple(map(_option, _OPTION.finditer(text)))


def _option(found: re.Match[str]) -> str:
    """`name=default (what it can be)`; of words the first is the default if none is named."""
    words, sign, default = (" ".join(part.split()) for part in found["rest"].partition("="))
    return f"{found['name']}={default if sign else words.partition(',')[0]} ({words})"


def _title(header: Header, files: list[Header], language: str) -> str | None:
    """The name of the game in another language, if there are words for it."""
    return _word(header, header.name, files, language)


def _word(header: Header, key: str, files: list[Header], language: str) -> str | None:
    """What the words files of a game or variant say for a key."""
    for words in files:
        if words.kind == "words" and words.name == language and words.of == header.name:
            found = re.search(_TITLE.format(name=key), words.path.read_text("utf-8", "replace"), re.MULTILINE)
            return None if found is None else found[1]
    return None
