"""The program `hoyle` and its commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, Final

import click

from hoyle.runtime.cli.choosing import said
from hoyle.runtime.cli.guard import Session, Unread, guarded

# In the order in which they are wanted: the module below this package and its command. Each is imported when it is
# called, as a table is not to wait for what only simulations need.
COMMANDS: Final = {
    "play": ("play", "play"),
    "resume": ("play", "resume"),
    "games": ("listing", "games"),
    "rules": ("rules", "rules"),
    "test": ("testing", "test"),
    "verify": ("verifying", "verify"),
    "explore": ("exploring", "explore"),
    "coverage": ("covering", "coverage"),
    "mutate": ("mutating", "mutate"),
    "check": ("checking", "check"),
    "fmt": ("formatting", "fmt"),
    "compile": ("compiling", "compile_"),
    "diff": ("differing", "diff"),
    "replay": ("looking_back", "replay"),
    "show": ("showing", "show"),
    "why": ("looking_back", "why"),
    "simulate": ("simulating", "simulate"),
    "report": ("reporting", "report"),
    "perft": ("counting", "perft"),
}


class Program(click.Group):
    """The group of all commands; calling it ends the program with the status that the guard makes of the call."""

    def list_commands(self, _: click.Context) -> list[str]:
        """In the order in which they are wanted, not by name."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name]
        found = getattr(import_module(f"hoyle.runtime.cli.{module}"), attribute)
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Click would end the program itself when nobody reads its output; that is for the guard to do."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise Unread from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        arguments = list(sys.argv[1:] if args is None else args)
        session = Session(arguments)
        _stand_in_for_closed_streams()
        _tolerate_foreign_letters()
        call = partial(super().main, arguments, prog_name or "hoyle", complete_var, False, obj=session, **extra)
        sys.exit(guarded(call, session))


def _stand_in_for_closed_streams() -> None:
    """A program that is started without an input or output has nothing to read, and tells nobody."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run


def _tolerate_foreign_letters() -> None:
    """What a terminal cannot show, or nobody can read, becomes a question mark instead of an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib import metadata

        click.echo(f"hoyle {metadata.version('hoyle')}")
        context.exit()


@click.group(
    cls=Program,
    help=said("cli.help"),
    epilog="\b\n" + said("cli.help.statuses"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help=said("cli.help.version")
)
def hoyle() -> None:
    """The command line."""
