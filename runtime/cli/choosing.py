"""Which game a command is about: its arguments and options, the same for every command that takes a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import frozen

from hoyle.runtime.catalogue import LANGUAGES, message
from hoyle.runtime.cli.guard import Misuse, Session
from hoyle.runtime.game import Game
from hoyle.runtime.loader import file_hint, find, load
from hoyle.runtime.problems import LoadError

_COUNTS = re.compile(r"^players\s+\d+(?:\s+to\s+(\d+))?", re.MULTILINE)
Command = TypeVar("Command", bound=Callable[..., Any])


def said(key: str, **values: object) -> str:
    """A text of the command line for rule authors and `--help`, which are English."""
    return message("en", key, **values)


@frozen
class Request:
    """A game as it was asked for."""

    name: str
    players: int | None
    variants: tuple[str, ...]
    options: dict[str, str]

    def load(self, debug: bool = False) -> Game:
        return load(self.name, self.players, self.variants, self.options, debug)

    def note(self, game: Game, language: str) -> str | None:
        """What to say about a number of players that nobody asked for."""
        if self.players is not None or (not self.variants and _offers_one_number(self.name)):
            return None
        return message(language, "cli.players", game=game.name, count=len(game.deciding))


def _offers_one_number(name: str) -> bool:
    """Whether a rule file is for one number of players only, seen without parsing it."""
    try:
        text = find(name).read_text("utf-8", errors="replace")
    except (LoadError, OSError):
        return False
    counts = _COUNTS.findall(text)
    return len(counts) == 1 and counts[0] == ""


def language_option(command: Command) -> Command:
    """`--lang`: kept in the session, so that also what goes wrong is told in it."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_keep_language,
        is_eager=True,
        help=said("cli.help.lang"),
    )(command)


def _keep_language(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        session_of(context).language = value


def session_of(context: click.Context) -> Session:
    found = context.find_object(Session)
    assert found is not None
    return found


def speech() -> str:
    """The language of this call."""
    return session_of(click.get_current_context()).language


def form_option(help_key: str) -> Callable[[Command], Command]:
    """`--format text|json`, as `form`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help=said(help_key),
    )


def rules_options(command: Command) -> Command:
    """`--players`, `--variant`, `--option`, `--lang`."""
    command = language_option(command)
    command = click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", callback=_pairs, help=said("cli.help.option")
    )(command)
    command = click.option("--variant", "variants", multiple=True, metavar="NAME", help=said("cli.help.variant"))(
        command
    )
    return click.option("--players", type=click.IntRange(min=1), metavar="N", help=said("cli.help.players"))(command)


def _pairs(_: click.Context, __: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    # Names of rules hold no hyphens; at the command line they stand for `_`, as in names of games.
    return {name.replace("-", "_"): value for name, value in pairs(values, "cli.bad.option").items()}


def pairs(values: Sequence[str], key: str) -> dict[str, str]:
    """`NAME=VALUE` arguments by name; Misuse (text `key`) if one is no pair, and if a name comes twice."""
    found: dict[str, str] = {}
    for value in values:
        name, sign, content = value.partition("=")
        name = name.strip()
        if not sign or not name or not content.strip():
            raise Misuse(message(speech(), key, given=value))
        if name in found:
            raise Misuse(message(speech(), "cli.bad.twice", name=name))
        found[name] = content.strip()
    return found


def existing(path: str) -> Path:
    """A path that is there. Misuse if not."""
    found = Path(path)
    if not path or not found.exists():
        hint = file_hint(found)
        told = hint if isinstance(hint, str) else hint.text(speech())
        raise Misuse(message(speech(), "load.no_file", name=path, hint=told))
    return found


def command(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command of the program, with its help from the catalogue: what it does, and examples."""
    return click.command(
        name,
        short_help=said(f"cli.{name}.short"),
        help=said(f"cli.{name}.help"),
        epilog="\b\n" + said("cli.examples") + "\n" + said(f"cli.{name}.examples"),
    )
