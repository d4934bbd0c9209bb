"""`hoyle perft` and `hoyle simulate`: how many ways a game can go, and how it goes at random."""

from __future__ import annotations

import json
import sys

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import Request, command, rules_options, said, speech
from hoyle.runtime.cli.columns import table
from hoyle.runtime.cli.guard import INTERRUPTED, Misuse
from hoyle.runtime.cli.telling import ending_text
from hoyle.runtime.game import Game
from hoyle.runtime.perft import divide as divided
from hoyle.runtime.perft import perft as counted
from hoyle.runtime.playout import STOPPED
from hoyle.runtime.simulate import SimulationResult
from hoyle.runtime.simulate import simulate as simulated


def _announce(request: Request, game: Game, *, err: bool) -> None:
    note = request.note(game, speech())
    if note is not None:
        click.echo(note, err=err)


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
    _announce(request, rules, err=True)
    state = rules.new()
    if not divide:
        click.echo(counted(state, depth, decisions_only=decisions_only))
        return
    found = divided(state, depth, decisions_only=decisions_only)
    for notation, count in found.items():
        click.echo(f"{notation}: {count}")
    click.echo(f"{message(speech(), 'total')}: {sum(found.values())}")


# ------------------------------------------------------------------------------------------------ simulate


@command("simulate")
@click.argument("game")
@click.option("-n", "--games", type=click.IntRange(min=1), required=True, help=said("cli.simulate.help.games"))
@click.option("--seed", metavar="TEXT", help=said("cli.simulate.help.seed"))
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=said("cli.simulate.help.jobs"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help=said("cli.simulate.help.format"),
)
@rules_options
def simulate(
    game: str,
    games: int,
    seed: str | None,
    jobs: int,
    form: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Play many games at random."""
    request = Request(game, players, variants, options)
    rules = request.load()
    chosen = str(fresh_seed()) if seed is None else seed
    _announce(request, rules, err=form == "json")
    progress = _Progress()
    result = simulated(rules, games, chosen, jobs=jobs, progress=progress)
    progress.clear()
    if form == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    else:
        for line in _report(rules, result, chosen, speech()):
            click.echo(line)
    if result.interrupted:
        click.echo(message(speech(), "cli.simulate.interrupted", done=result.games, games=games), err=True)
        return INTERRUPTED
    return 0


class _Progress:
    """How far a simulation is, on a terminal only."""

    def __init__(self) -> None:
        self._shown = ""
        self._is_shown = sys.stderr.isatty()

    def __call__(self, done: int, games: int) -> None:
        text = f"{done * 100 // games} %"
        if self._is_shown and text != self._shown:
            self._shown = text
            click.echo(f"\r{text}", err=True, nl=False)

    def clear(self) -> None:
        if self._shown:
            click.echo("\r" + " " * len(self._shown) + "\r", err=True, nl=False)


def _report(game: Game, result: SimulationResult, seed: str, language: str) -> list[str]:
    def text(key: str, **values: object) -> str:
        return message(language, key, **values)

    seconds, speed, moves = result.seconds, result.playouts_per_second, result.moves_per_second
    lines = [
        text("cli.simulate.title", game=game.title(language), games=result.games, seed=seed),
        text("cli.simulate.speed", seconds=f"{seconds:.2f}", playouts=f"{speed:,.0f}", moves=f"{moves:,.0f}"),
        text("cli.simulate.length", mean=_number(result.length["mean"]), **_bounds(result)),
        "",
        *table(_seat_rows(game, result, language), right=True),
        "",
    ]
    if result.teams:
        lines += [*table(_team_rows(game, result, language), right=True), ""]
    elif result.shared:
        lines.append(text("cli.simulate.shared", count=result.shared))
    lines += [f"{count:>8}  {_ending(game, name, language)}" for name, count in result.endings.items()]
    return lines


def _bounds(result: SimulationResult) -> dict[str, object]:
    return {"least": _number(result.length["min"]), "most": _number(result.length["max"])}


def _seat_rows(game: Game, result: SimulationResult, language: str) -> list[list[str]]:
    """A column for each seat: wins, and the mean of each component of the scores."""
    rows = [["", *(game.seat_name(seat.name, language) for seat in result.seats)]]
    rows.append([message(language, "cli.simulate.wins"), *(_share(s.wins, result.games) for s in result.seats)])
    for name in game.components:
        means = [_number(seat.components.get(name)) for seat in result.seats]
        rows.append([game.component_name(name, language), *means])
    if len(game.components) > 1:
        rows.append([message(language, "total"), *(_number(seat.mean_score) for seat in result.seats)])
    return rows


def _team_rows(game: Game, result: SimulationResult, language: str) -> list[list[str]]:
    """A column for each team: wins, and the mean of the sum of its members' totals."""
    return [
        ["", *(game.team_name(team.name, language) for team in result.teams)],
        [message(language, "cli.simulate.wins"), *(_share(team.wins, result.games) for team in result.teams)],
        [message(language, "total"), *(_number(team.mean_score) for team in result.teams)],
    ]


def _share(wins: int, games: int) -> str:
    return f"{wins} ({wins / games:.1%})" if games else str(wins)


def _number(value: float | int | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _ending(game: Game, name: str, language: str) -> str:
    if name == STOPPED:
        return message(language, "ending.step_limit")
    ending = next(ending for ending in game.info.endings if ending.name == name)
    said = ending_text(game, ending, language)
    if said is not None:
        return said
    return message(language, "ending.played_out" if name.endswith(".end") else "ending.nameless", name=name)
