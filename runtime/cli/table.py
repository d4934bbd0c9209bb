"""The screen and the keyboard, which the people at one table share."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

import click
from attrs import define, field

from hoyle.dsl.render import shown
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph

if TYPE_CHECKING:
    from hoyle.runtime.cli.choosing import Request

LONGEST_LINE: Final = 300  # characters of an answer that are read


def is_interactive() -> bool:
    """Whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str) -> str | None:
    """A line that is typed, None at the end of the input. What comes from a file is shown as if it had been typed.

    Wide letters and digits, such as Japanese keyboards give, are read as the narrow ones.
    """
    try:
        line = input(prompt)
    except EOFError:
        click.echo()
        return None
    line = unicodedata.normalize("NFKC", shown(line[:LONGEST_LINE])).strip()
    if not sys.stdin.isatty():
        click.echo(line)
    return line


def clear_screen() -> None:
    """Nothing of what was on the screen can be read any more, also not by scrolling back."""
    if os.environ.get("TERM", "dumb") == "dumb":
        click.echo("\n" * get_terminal_size().lines)
    else:
        click.echo("\x1b[2J\x1b[3J\x1b[1;1H", nl=False)


@define
class Table:
    """What the people at one table share: the language, who they are, and who looked at the screen last. told: how many
    of the events were told on it by then; game: as it is called on the command line; request: as it was asked for;
    keeper: writes a copy of the game to a file."""

    language: str
    people: list[str] = field(factory=list)
    last: str | None = None
    told: int = 0
    game: str = ""
    request: Request | None = None
    keeper: Callable[[str], None] | None = None

    def say(self, key: str, **values: object) -> None:
        """A text of the catalogue; its lines are filled into the width of the terminal."""
        for line in message(self.language, key, **values).splitlines():
            self.show(line)

    def show(self, line: str, *, indent: int = 0, hanging: int = 2) -> None:
        """A line, broken where it is too long."""
        click.echo("\n".join(paragraph(line, indent, hanging)))
