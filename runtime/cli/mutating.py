"""`hoyle mutate`: would anybody notice a mistake in the rules?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import command, form_option, language_option, said, speech
from hoyle.runtime.cli.guard import FINE, INTERRUPTED, REFUSED, Misuse
from hoyle.runtime.cli.progress import ProgressLine
from hoyle.runtime.cli.rulesets import tell
from hoyle.runtime.loader import find
from hoyle.runtime.problems import os_problem
from hoyle.runtime.rulefiles import shown

if TYPE_CHECKING:
    from hoyle.runtime.verification.mutation import Mutant, Mutated
    from hoyle.runtime.verification.mutation.mutated import Chosen

_SOME = 200


@command("mutate")
@click.argument("game")
@click.option("--mutants", type=click.IntRange(min=1), metavar="N", help=said("cli.mutate.help.mutants"))
@click.option("--all", "every", is_flag=True, help=said("cli.mutate.help.all"))
@click.option("--line", "lines", metavar="[FILE:]LINE", multiple=True, help=said("cli.mutate.help.line"))
@click.option("--again", type=click.Path(path_type=Path), metavar="REPORT", help=said("cli.mutate.help.again"))
@click.option("--time", "seconds", type=click.FloatRange(min=0), metavar="SECONDS", help=said("cli.mutate.help.time"))
@click.option(
    "-n", "--games", type=click.IntRange(min=0), default=2, show_default=True, help=said("cli.mutate.help.games")
)
@click.option("--seed", metavar="TEXT", default="0", show_default=True, help=said("cli.mutate.help.seed"))
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help=said("cli.mutate.help.jobs"))
@click.option("--record", is_flag=True, help=said("cli.mutate.help.record"))
@form_option("cli.mutate.help.format")
@language_option
def mutate(
    game: str,
    mutants: int | None,
    every: bool,
    lines: tuple[str, ...],
    again: Path | None,
    seconds: float | None,
    games: int,
    seed: str,
    jobs: int,
    record: bool,
    form: str,
) -> int:
    """Make mistakes in the rules of a game, and see who notices."""
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.verification.mutation import mutate as mutated

    if record:
        return _record(game)
    chosen = _chosen(find(game).name, lines, again)
    some = mutants if chosen is not None or seconds is not None else mutants or _SOME
    line = ProgressLine()
    try:
        found = mutated(
            game,
            chosen=chosen,
            number=None if every else some,
            seconds=seconds,
            seed=seed,
            jobs=jobs,
            games=games,
            progress=lambda result: line.tell(_progress(result)),
        )
    except DiagnosticError as error:
        line.clear()
        tell(error.diagnostics)
        return REFUSED
    line.clear()
    if not found.asked:
        raise Misuse(message(speech(), "mutate.none_chosen", every=found.every))
    if found.broken:
        click.echo(message(speech(), "mutate.broken", game=found.game, what=found.broken), err=True)
        return REFUSED
    if form == "json":
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False, indent=2))
    else:
        _report(found, speech())
    return INTERRUPTED if found.interrupted else REFUSED if found.survivors or found.stale else FINE


def _chosen(own: str, lines: Sequence[str], again: Path | None) -> Chosen | None:
    """Which mutants are asked for; None: all. own: the file that lines without one are of."""
    if not lines and again is None:
        return None
    places = {_place(line, own) for line in lines}
    keys = _survivors(again) if again is not None else frozenset()

    def chosen(mutant: Mutant) -> bool:
        return (Path(mutant.file).name, mutant.line) in places or mutant.key in keys

    return chosen


def _place(text: str, own: str) -> tuple[str, int]:
    file, _, line = text.rpartition(":")
    if not line.isdecimal():
        raise Misuse(message(speech(), "mutate.bad_line", text=text))
    return Path(file or own).name, int(line)


def _survivors(report: Path) -> frozenset[str]:
    """The keys of the survivors in a report that `--format json` printed."""
    try:
        return frozenset(str(one["key"]) for one in json.loads(report.read_text("utf-8"))["survivors"])
    except OSError as problem:
        raise Misuse(message(speech(), "load.unreadable", name=str(report), why=os_problem(problem))) from problem
    except (ValueError, KeyError, TypeError) as problem:
        raise Misuse(message(speech(), "mutate.bad_report", name=str(report))) from problem


def _record(game: str) -> int:
    """Play and write the recorded games anew."""
    from hoyle.runtime.verification.mutation.plan import SEED
    from hoyle.runtime.verification.recorded import record_anew

    for path in record_anew(find(game), SEED):
        click.echo(shown(path))
    return FINE


def _progress(found: Mutated) -> str:
    counts = {"done": len(found.tried), "all": found.asked, "survivors": len(found.survivors)}
    return message(speech(), "mutate.progress", **counts)


def _report(found: Mutated, language: str) -> None:
    def say(text: str, /, **values: object) -> None:
        click.echo(message(language, f"mutate.{text}", **values))

    say("title", game=found.game, tried=len(found.tried), every=found.every, seed=found.seed)
    say("killed", count=found.killed, rate=f"{100 * found.rate:.1f}")
    for by, count in found.by.items():
        say("by", count=count, what=message(language, f"mutate.by.{by}"))
    if found.equivalent:
        say("equivalent", count=found.equivalent)
    if found.survivors:
        say("survivors", count=len(found.survivors))
    for one in found.survivors:
        m = one.mutant
        say("survivor", file=m.file, line=m.line, owner=m.owner, change=m.change(language))
    if found.stale:
        say("stale", file=shown(found.excuses.path))
        for key in found.stale:
            click.echo(message(language, "coverage.stale_one", key=key, line=found.excuses.line_of(key)))
    if found.interrupted or found.out_of_time:
        say("interrupted" if found.interrupted else "out_of_time", tried=len(found.tried), all=found.asked)
