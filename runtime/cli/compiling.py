"""`hoyle compile`: shows what a game is compiled to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.runtime.cli.choosing import command, rules_options, said
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.rulesets import declarations
from hoyle.runtime.loader import find
from hoyle.runtime.problems import os_problem

if TYPE_CHECKING:
    from hoyle.compiler.driver import Compiled

STAGES = ("tree", "typed", "ir", "optimized", "python")


@command("compile")
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", help=said("cli.compile.help.output"))
@click.option("--stop-after", type=click.Choice(STAGES), default="python", help=said("cli.compile.help.stop"))
@click.option("--debug", is_flag=True, help=said("cli.compile.help.debug"))
@click.option("--timings", is_flag=True, help=said("cli.compile.help.timings"))
@rules_options
def compile_(
    game: str,
    output: str | None,
    stop_after: str,
    debug: bool,
    timings: bool,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> None:
    """Show what a game is compiled to."""
    from hoyle.compiler.driver import Stage, compile_game
    from hoyle.runtime.rulefiles import gather

    path = find(game)
    files = gather(path, variants, examples=debug)
    made = compile_game(files, players, options, debug, Stage(stop_after))
    if players is None:
        click.echo(said("cli.compile.players", count=max(declarations(files).counts)), err=True)
    _write(made.source if made.source.endswith("\n") else f"{made.source}\n", output)
    if timings:
        for line in _timings(made):
            click.echo(line, err=True)


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise Misuse(said("record.unwritable", name=output, why=os_problem(problem))) from problem


def _timings(made: Compiled) -> Iterator[str]:
    for phase, seconds in made.timings.items():
        yield f"{phase:<10} {seconds * 1000:>8.1f} ms"
    yield f"{said('total'):<10} {sum(made.timings.values()) * 1000:>8.1f} ms"
