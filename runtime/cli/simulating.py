"""`hoyle simulate`: how a game goes at random, or between bots."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager

import click

from hoyle.runtime.bots import Kind, kind_of
from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import Request, command, form_option, pairs, rules_options, said, speech
from hoyle.runtime.cli.columns import seen_width, table
from hoyle.runtime.cli.failed_games import tell_failed
from hoyle.runtime.cli.guard import INTERRUPTED, REFUSED
from hoyle.runtime.cli.seats import seat_of
from hoyle.runtime.cli.telling import ending_text
from hoyle.runtime.game import Game
from hoyle.runtime.loader import portable
from hoyle.runtime.playout import STOPPED
from hoyle.runtime.simulate import SimulationResult
from hoyle.runtime.simulate import simulate as simulated
from hoyle.runtime.simulation.cluster import cluster
from hoyle.runtime.simulation.files import RowFile, row_file
from hoyle.runtime.simulation.table import RANDOM, Setting


@command("simulate")
@click.argument("game")
@click.option("-n", "--games", type=click.IntRange(min=1), required=True, help=said("cli.simulate.help.games"))
@click.option("--seed", metavar="TEXT", help=said("cli.simulate.help.seed"))
@click.option("--seat", "seats", multiple=True, metavar="NAME=BOT", help=said("cli.simulate.help.seat"))
@click.option("--rotate", "rotates", is_flag=True, help=said("cli.simulate.help.rotate"))
@click.option("--promises", "watched", is_flag=True, help=said("cli.simulate.help.promises"))
@click.option("--out", metavar="FILE", help=said("cli.simulate.help.out"))
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=said("cli.simulate.help.jobs"))
@click.option("--scheduler", metavar="ADDRESS", help=said("cli.simulate.help.scheduler"))
@form_option("cli.simulate.help.format")
@rules_options
def simulate(
    game: str,
    games: int,
    seed: str | None,
    seats: Sequence[str],
    rotates: bool,
    watched: bool,
    out: str | None,
    jobs: int,
    scheduler: str | None,
    form: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Play many games at random, or between bots."""
    request = Request(game, players, variants, options)
    rules = request.load(debug=watched)
    at = kinds(rules, pairs(seats, "cli.bad.bot"), speech())
    chosen = str(fresh_seed()) if seed is None else seed
    announce(request, rules, err=form == "json")
    with working(rules, scheduler) as (shared, executor), rows_to(out, rules) as file, Progress(speech()) as progress:
        on_row = None if file is None else file.write
        result = simulated(
            shared, games, chosen, jobs=jobs, seats=at, rotates=rotates, executor=executor, progress=progress,
            on_row=on_row,
        )  # fmt: skip
    _tell(rules, result, chosen, form, at)
    if out is not None:
        click.echo(message(speech(), "cli.simulate.written", count=result.games, file=out), err=True)
    if result.failed:
        begun = result.games + len(result.failed)
        tell_failed(request, rules, chosen, result.failed, Setting(at, rotates), begun, speech())
    if result.interrupted:
        click.echo(message(speech(), "cli.simulate.interrupted", done=result.games, games=games), err=True)
        return INTERRUPTED
    return REFUSED if result.failed else 0


def announce(request: Request, game: Game, *, err: bool) -> None:
    """Say what number of players was chosen, if nobody said."""
    note = request.note(game, speech())
    if note is not None:
        click.echo(note, err=err)


def kinds(game: Game, said: Mapping[str, str], language: str) -> tuple[Kind, ...]:
    """Who sits at each deciding seat: bots as said, others at random; () if nothing is said. Misuse if there is no such
    seat, BotError if there is no such bot."""
    at = {seat_of(game, name, language): kind_of(words) for name, words in said.items()}
    return tuple(at.get(seat, RANDOM) for seat in game.deciding) if at else ()


@contextmanager
def working(game: Game, scheduler: str | None) -> Iterator[tuple[Game, Executor | None]]:
    """The game as it can be sent to workers, and who does the work."""
    if scheduler is None:
        yield game, None
        return
    with cluster(scheduler) as executor:
        yield portable(game), executor


@contextmanager
def rows_to(out: str | None, game: Game) -> Iterator[RowFile | None]:
    """Where the rows go; None: nowhere."""
    if out is None:
        yield None
        return
    file = row_file(out, game)
    try:
        yield file
    finally:
        file.close()


# ------------------------------------------------------------------------------------------------ progress


class Progress:
    """How far a simulation is, how fast, and how long it will take, on a terminal only."""

    def __init__(self, language: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._language, self._clock = language, clock
        self._begun = clock()
        self._told, self._width = 0.0, 0
        self._is_shown = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, games: int) -> None:
        now = self._clock()
        if self._is_shown and (now - self._told >= 0.2 or done == games):
            self._told = now
            self._show(progress_text(done, games, now - self._begun, self._language))

    def _show(self, text: str) -> None:
        width = seen_width(text)
        click.echo(f"\r{text}{' ' * max(0, self._width - width)}", err=True, nl=False)
        self._width = max(self._width, width)

    def __exit__(self, *_: object) -> None:
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)


def progress_text(done: int, games: int, seconds: float, language: str) -> str:
    """As in `1,200 of 10,000 games (12 %), 520 a second, 17 s left`."""
    rate = done / seconds if seconds else 0.0
    left = time_text((games - done) / rate, language) if rate else "?"
    speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
    share = done * 100 // games
    return message(
        language, "cli.simulate.progress", done=f"{done:,}", games=f"{games:,}", share=share, rate=speed, left=left
    )


def time_text(seconds: float, language: str) -> str:
    """A time in words, in its two greatest units at most."""
    whole = round(seconds)
    if whole < 60:
        return message(language, "time.seconds", s=whole)
    if whole < 3600:
        return message(language, "time.minutes", m=whole // 60, s=whole % 60)
    return message(language, "time.hours", h=whole // 3600, m=whole % 3600 // 60)


# ------------------------------------------------------------------------------------------------ what came of it


def _tell(game: Game, result: SimulationResult, seed: str, form: str, at: Sequence[Kind]) -> None:
    if form == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
        return
    for line in _report(game, result, seed, speech(), at):
        click.echo(line)


def _report(game: Game, result: SimulationResult, seed: str, language: str, at: Sequence[Kind]) -> list[str]:
    def text(key: str, **values: object) -> str:
        return message(language, key, **values)

    seconds, speed, moves = result.seconds, result.playouts_per_second, result.moves_per_second
    title = "cli.simulate.title_bots" if result.bots else "cli.simulate.title"
    lines = [
        text(title, game=game.title(language), games=result.games, seed=seed),
        text("cli.simulate.speed", seconds=f"{seconds:.2f}", playouts=_speed(speed), moves=f"{moves:,.0f}"),
        text("cli.simulate.length", mean=_number(result.length["mean"]), **_bounds(result)),
        "",
        *table(_seat_rows(game, result, language), right=True),
        "",
    ]
    if result.bots:
        lines += [*table(_bot_rows(result, language), right=True), ""]
    if any(kind.is_timed for kind in at):
        lines += [text("cli.simulate.timed"), ""]
    if result.teams:
        lines += [*table(_team_rows(game, result, language), right=True), ""]
    elif result.shared:
        lines.append(text("cli.simulate.shared", count=result.shared))
    if result.draws:
        lines.append(text("cli.simulate.draws", count=result.draws))
    lines += [f"{count:>8}  {_ending(game, name, language)}" for name, count in result.endings.items()]
    return lines


def _speed(games: float) -> str:
    return f"{games:,.0f}" if games >= 10 else f"{games:.2g}"


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


def _bot_rows(result: SimulationResult, language: str) -> list[list[str]]:
    """A row for each kind of bot: games, wins, the interval of its share, the mean of its scores."""
    keys = ("games", "wins", "interval", "mean")
    rows = [["", *(message(language, f"cli.simulate.{key}") for key in keys)]]
    for bot in result.bots:
        low, high = bot.interval
        interval = f"{low:.1%} – {high:.1%}"
        rows.append([bot.name, str(bot.games), _share(bot.wins, bot.games), interval, _number(bot.mean_score)])
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
