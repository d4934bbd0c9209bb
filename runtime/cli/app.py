"""The program `hoyle` and its commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import metadata
from typing import Any

import click

from hoyle.runtime.cli.checking import check
from hoyle.runtime.cli.choosing import said
from hoyle.runtime.cli.compiling import compile_
from hoyle.runtime.cli.counting import perft
from hoyle.runtime.cli.covering import coverage
from hoyle.runtime.cli.differing import diff
from hoyle.runtime.cli.exploring import explore
from hoyle.runtime.cli.formatting import fmt
from hoyle.runtime.cli.guard import Session, Unread, guarded
from hoyle.runtime.cli.listing import games
from hoyle.runtime.cli.looking_back import replay, why
from hoyle.runtime.cli.mutating import mutate
from hoyle.runtime.cli.play import play, resume
from hoyle.runtime.cli.reporting import report
from hoyle.runtime.cli.showing import show
from hoyle.runtime.cli.simulating import simulate
from hoyle.runtime.cli.testing import test
from hoyle.runtime.cli.verifying import verify


class Program(click.Group):
    """The group of all commands; calling it ends the program with the status that the guard makes of the call."""

    def list_commands(self, _: click.Context) -> list[str]:
        """In the order in which they are wanted, not by name."""
        return list(self.commands)

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


COMMANDS = (
    play,
    resume,
    games,
    test,
    verify,
    explore,
    coverage,
    mutate,
    check,
    fmt,
    compile_,
    diff,
    replay,
    show,
    why,
    simulate,
    report,
    perft,
)
for command in COMMANDS:
    hoyle.add_command(command)
