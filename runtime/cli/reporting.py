"""`hoyle report`: a page with pictures of what many games come to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve, frozen

from hoyle.runtime.bots import Kind
from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import Request, command, pairs, rules_options, said, speech
from hoyle.runtime.cli.guard import INTERRUPTED, Misuse
from hoyle.runtime.cli.simulating import Progress, announce, kinds, working
from hoyle.runtime.game import Game
from hoyle.runtime.problems import os_problem, tell_rule_error
from hoyle.runtime.reporting.comparison import differences
from hoyle.runtime.reporting.naming import Names
from hoyle.runtime.reporting.page import page
from hoyle.runtime.reporting.sample import ReportError, Sample, read_rows
from hoyle.runtime.reporting.sections import Report
from hoyle.runtime.simulate import simulate
from hoyle.runtime.simulation.extras import extra
from hoyle.runtime.simulation.rows import Row

_BASE = "base"
_ROWS = ".jsonl"


@frozen
class Order:
    """How games are to be played."""

    games: int
    seed: str
    seats: dict[str, str]
    rotates: bool
    jobs: int
    scheduler: str | None


@command("report")
@click.argument("game")
@click.option("-n", "--games", type=click.IntRange(min=1), help=said("cli.report.help.games"))
@click.option("--from", "source", metavar="FILE", help=said("cli.report.help.from"))
@click.option("-o", "--output", metavar="FILE", required=True, help=said("cli.report.help.output"))
@click.option("--against", metavar="RULES", help=said("cli.report.help.against"))
@click.option("--seed", metavar="TEXT", help=said("cli.simulate.help.seed"))
@click.option("--seat", "seats", multiple=True, metavar="NAME=BOT", help=said("cli.simulate.help.seat"))
@click.option("--rotate", "rotates", is_flag=True, help=said("cli.simulate.help.rotate"))
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=said("cli.simulate.help.jobs"))
@click.option("--scheduler", metavar="ADDRESS", help=said("cli.simulate.help.scheduler"))
@rules_options
def report(
    game: str,
    games: int | None,
    source: str | None,
    output: str,
    against: str | None,
    seed: str | None,
    seats: Sequence[str],
    rotates: bool,
    jobs: int,
    scheduler: str | None,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Make a page with pictures of many games."""
    extra("matplotlib", "report")
    _check(games, source, seats)
    request = Request(game, players, variants, options)
    rules = request.load()
    announce(request, rules, err=False)
    _check_output(output)
    chosen = str(fresh_seed()) if seed is None else seed
    order = Order(games or 0, chosen, pairs(seats, "cli.bad.bot"), rotates, jobs, scheduler)
    rival = None if against is None else _rival(request, rules, against)
    here, done = _games(rules, order, source)
    there = rival if isinstance(rival, Sample) else None
    if isinstance(rival, Game) and done:
        rows, done = _games(rival, evolve(order, games=order.games or len(here)), None)
        there = Sample(_rules(rival, speech()), rows)
    _write(output, _told(rules, here, there, order if source is None else None))
    click.echo(message(speech(), "report.written", count=len(here), file=output))
    return 0 if done else INTERRUPTED


def _check(games: int | None, source: str | None, seats: Sequence[str]) -> None:
    """Either games are to be played, or they are there. Misuse."""
    if games is None and source is None:
        raise Misuse(message(speech(), "report.games_or_file"))
    for option, value in (("-n", games), ("--seat", seats)):
        if source is not None and value:
            raise Misuse(message(speech(), "report.either", option=option))


def _check_output(path: str) -> None:
    """Whether a page can be written there, before games are played for hours."""
    file = Path(path)
    is_there = file.exists()
    try:
        with file.open("a", encoding="utf-8"):
            pass
        if not is_there:
            file.unlink()
    except OSError as error:
        raise ReportError("report.unwritable", name=path, why=os_problem(error)) from error


def _games(game: Game, order: Order, source: str | None) -> tuple[list[Row], bool]:
    """The rows to report, and whether they are all that were wanted."""
    if source is not None:
        return read_rows(source, game.identity), True
    rows: list[Row] = []
    seats: tuple[Kind, ...] = kinds(game, order.seats, speech())
    with working(game, order.scheduler) as (shared, executor), Progress(speech()) as progress:
        result = simulate(
            shared, order.games, order.seed, jobs=order.jobs, seats=seats, rotates=order.rotates, executor=executor,
            progress=progress, on_row=rows.append,
        )  # fmt: skip
    if result.failed:
        click.echo(tell_rule_error(result.failed[0].error, speech()), err=True)
        click.echo(message(speech(), "cli.simulate.left_out", count=len(result.failed)), err=True)
    if not rows:
        raise ReportError("report.no_games")
    if result.interrupted:
        click.echo(message(speech(), "cli.simulate.interrupted", done=result.games, games=order.games), err=True)
    return rows, not result.interrupted


def _rival(request: Request, game: Game, against: str) -> Game | Sample:
    """What the games are compared with: those of a file, or the same game by other rules, not yet played."""
    if against.endswith(_ROWS):
        return Sample(Path(against).name, read_rows(against))
    variants = () if against.casefold() == _BASE else tuple(name for name in against.split("+") if name)
    if against.casefold() != _BASE and not variants:
        raise Misuse(message(speech(), "report.against"))
    return evolve(request, variants=variants, players=len(game.deciding)).load()


# ------------------------------------------------------------------------------------------------ the page


def _told(game: Game, here: list[Row], there: Sample | None, order: Order | None) -> str:
    language = speech()
    sample = Sample(_rules(game, language), here)
    if not sample.finished or (there is not None and not there.finished):
        raise ReportError("report.no_games")
    found = [] if there is None else differences(sample, there)
    title = message(language, "report.title", game=game.title(language), count=f"{len(here):,}")
    told = Report(sample, there, Names(game, language), found)
    return page(told, title, _about(game, sample, there, order, language))


def _rules(game: Game, language: str) -> str:
    """What a set of games is called beside others."""
    return " + ".join(game.variants) if game.variants else message(language, "report.about.base")


def _about(game: Game, here: Sample, there: Sample | None, order: Order | None, language: str) -> list[str]:
    def say(key: str, **values: object) -> str:
        return message(language, f"report.about.{key}", **values)

    names = message(language, "list").join(game.seat_name(seat, language) for seat in game.players)
    bots = sorted({seat["bot"] for row in here.rows for seat in row["seats"].values() if seat["bot"]})
    sat = say("random") if bots == ["random"] else message(language, "list").join(bots)
    lines = [f"{say('rules', rules=here.label)} · {say('players', names=names)}", say("bots", bots=sat)]
    if order is not None:
        lines[-1] += f" · {say('seed', seed=order.seed)}"
    if there is not None:
        lines.append(say("against", rules=there.label, count=f"{len(there.rows):,}"))
    return lines


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise ReportError("report.unwritable", name=path, why=os_problem(error)) from error
