"""`hoyle perft`: how many ways a game can go."""

from __future__ import annotations

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, command, rules_options, said, speech
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.simulating import announce
from hoyle.runtime.perft import divide as divided
from hoyle.runtime.perft import perft as counted


@command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(min=0, max=200))
@click.option("--divide", is_flag=True, help=said("cli.perft.help.divide"))
@click.option("--decisions-only", is_flag=True, help=said("cli.perft.help.decisions"))
@rules_options
def perft(
    game: str,
    depth: int,
    divide: bool,
    decisions_only: bool,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> None:
    """Count the ways a game can go."""
    request = Request(game, players, variants, options)
    rules = request.load()
    if divide and depth < 1:
        raise Misuse(message(speech(), "cli.perft.depth"))
    announce(request, rules, err=True)
    state = rules.new()
    if not divide:
        click.echo(counted(state, depth, decisions_only=decisions_only))
        return
    found = divided(state, depth, decisions_only=decisions_only)
    for notation, count in found.items():
        click.echo(f"{notation}: {count}")
    click.echo(f"{message(speech(), 'total')}: {sum(found.values())}")
