"""The screen and the keyboard, which the people at one table share."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

import click
from attrs import define, field

from hoyle.dsl.render import shown
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.drawing import is_supposed, terminal_of
from hoyle.runtime.cli.screen import Screen

if TYPE_CHECKING:
    from hoyle.runtime.cli.choosing import Request

LONGEST_LINE: Final = 300  # characters of an answer that are read


def is_interactive() -> bool:
    """Whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_supposed()


def answers_keys() -> bool:
    """Whether the terminal can answer every key: it moves its cursor, and nobody wants plain lines (`TERM=dumb`,
    `NO_COLOR`)."""
    dumb = os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb"
    return is_interactive() and not dumb and not os.environ.get("NO_COLOR")


def tidied(text: str) -> str:
    """What is typed, as it is read: wide letters and digits, such as Japanese keyboards give, as the narrow ones."""
    return unicodedata.normalize("NFKC", shown(text[:LONGEST_LINE])).strip()


def read_line(prompt: str) -> str | None:
    """A line that is typed, `tidied`, None at the end of the input. What comes from a file is shown as if it had been
    typed."""
    try:
        line = input(prompt)
    except EOFError:
        click.echo()
        return None
    line = tidied(line)
    if not sys.stdin.isatty():
        click.echo(line)
    return line


def forget_typed_ahead() -> None:
    """What was typed before the next prompt is shown is not meant for whoever answers it."""
    if answers_keys():
        from hoyle.runtime.cli import keyboard

        keyboard.forget_typed_ahead()
    with suppress(ImportError, OSError):  # where there are no such terminals
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def clear_screen() -> None:
    """Nothing of what was on the screen can be read any more, also not by scrolling back."""
    if os.environ.get("TERM", "dumb") == "dumb":
        click.echo("\n" * get_terminal_size().lines)
    else:
        click.echo("\x1b[2J\x1b[3J\x1b[1;1H", nl=False)


@define
class Table:
    """What the people at one table share: the language, who they are, and who looked at the screen last. alone: who
    looks at it while nobody else may; told: how many of the events were told on it by then; game: as it is called on
    the command line; request: as it was asked for; keeper: writes a copy of the game to a file; screen: what there is
    room for."""

    language: str
    people: list[str] = field(factory=list)
    last: str | None = None
    alone: str | None = None
    told: int = 0
    game: str = ""
    request: Request | None = None
    keeper: Callable[[str], None] | None = None
    screen: Screen = field(factory=Screen)

    def say(self, key: str, **values: object) -> None:
        """A text of the catalogue; its lines are filled into the width of the terminal."""
        for line in message(self.language, key, **values).splitlines():
            self.show(line)

    def begin_screen(self) -> None:
        """Nothing is printed yet that must be seen together with what follows."""
        self.screen.begin(terminal_of().height)

    def hide(self) -> bool:
        """Leave nothing on the screen that was for one person only. Whether there was something."""
        if self.alone is None:
            return False
        clear_screen()
        self.alone = None
        self.begin_screen()
        return True

    def pages(self, lines: Sequence[str]) -> None:
        """Lines, at a terminal page by page: none scrolls away before it was read. A page ends between paragraphs if
        it can."""
        height = terminal_of().height if is_interactive() else None
        for number, page in enumerate(_pages(lines, height)):
            if number and read_line(message(self.language, "cli.play.next_page")) != "":
                return
            click.echo("\n".join(page))

    def show(self, line: str, *, indent: int = 0, hanging: int = 2) -> None:
        """A line, broken where it is too long."""
        click.echo("\n".join(paragraph(line, indent, hanging)))


def _pages(lines: Sequence[str], height: int | None) -> Iterator[list[str]]:
    rest = list(lines)
    while height is not None and len(rest) >= height:
        page = rest[: max(1, height - 1)]
        ends = [place for place, line in enumerate(page) if not line.strip() and place > len(page) // 2]
        page = page[: ends[-1]] if ends else page
        rest = rest[len(page) :]
        while rest and not rest[0].strip():
            rest.pop(0)
        yield page
    if rest:
        yield rest
