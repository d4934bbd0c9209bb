"""`hoyle coverage`: what of a game's rules its examples and games exercise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import command, form_option, rules_options, said, speech
from hoyle.runtime.cli.guard import FINE, INTERRUPTED, REFUSED
from hoyle.runtime.cli.progress import ProgressLine
from hoyle.runtime.cli.rulesets import tell
from hoyle.runtime.rulefiles import shown

if TYPE_CHECKING:
    from hoyle.runtime.verification.coverage import Coverage


@command("coverage")
@click.argument("game")
@click.option(
    "-n", "--games", type=click.IntRange(min=0), default=10, show_default=True, help=said("cli.coverage.help.games")
)
@click.option("--seed", metavar="TEXT", default="0", show_default=True, help=said("cli.coverage.help.seed"))
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help=said("cli.coverage.help.jobs"))
@click.option("--annotate", is_flag=True, help=said("cli.coverage.help.annotate"))
@form_option("cli.coverage.help.format")
@rules_options
def coverage(
    game: str,
    games: int,
    seed: str,
    jobs: int,
    annotate: bool,
    form: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Count what of a game's rules is exercised."""
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.runtime.verification.coverage import cover

    line = ProgressLine()
    try:
        found = cover(
            game,
            players,
            variants,
            options,
            games=games,
            seed=seed,
            jobs=jobs,
            progress=lambda done, every: line.tell(message(speech(), "coverage.progress", done=done, all=every)),
        )
    except DiagnosticError as error:
        line.clear()
        tell(error.diagnostics)
        return REFUSED
    line.clear()
    if form == "json":
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False, indent=2))
    else:
        if annotate:
            _annotate(found)
        _report(found, speech())
    return INTERRUPTED if found.interrupted else FINE if found.is_good else REFUSED


def _annotate(found: Coverage) -> None:
    from hoyle.runtime.verification.coverage.annotating import annotated

    names = dict.fromkeys(place[1] for place in found.counts.spots)
    texts = {name: Path(name).read_text("utf-8-sig") for name in sorted(names) if Path(name).is_file()}
    for line in annotated(found, texts):
        click.echo(line)
    click.echo(message(speech(), "coverage.legend"))
    click.echo()


def _report(found: Coverage, language: str) -> None:
    def say(text: str, /, **values: object) -> None:
        click.echo(message(language, f"coverage.{text}", **values))

    counts = found.counts
    say(
        "title",
        game=found.game,
        settings=found.done,
        examples=len(counts.examples),
        games=counts.games,
        seed=found.seed,
    )
    for kind, (every, exercised) in found.number.items():
        if every:
            say("line", all=every, exercised=exercised, what=message(language, f"coverage.kind.{kind}"))
    for what in found.skipped:
        say("skipped", what=what)
    _lists(found, language)
    if found.interrupted:
        say("interrupted", done=found.done, all=found.settings)
    missing = len(found.unexcused)
    if missing:
        say("bad.one" if missing == 1 else "bad", count=missing)
    elif found.is_good:
        say("good")


def _lists(found: Coverage, language: str) -> None:
    def say(text: str, /, **values: object) -> None:
        click.echo(message(language, f"coverage.{text}", **values))

    if found.failing:
        say("failing")
        for told in found.failing:
            say("failing_one", file=shown(Path(told.file)), line=told.line, name=told.name)
    excused = [m for m in found.missing if m.reason is not None]
    if excused:
        say("excused", count=len(excused), file=shown(found.excuses.path))
        for m in excused:
            say("excused_one", key=m.key, reason=m.reason)
    if found.unexcused:
        say("missing")
        for m in found.unexcused:
            say("item", file=m.file, line=m.line, why=message(language, f"coverage.why.{m.why}"), key=m.key)
    if found.stale:
        say("stale", file=shown(found.excuses.path))
        for key in found.stale:
            say("stale_one", key=key, line=found.excuses.line_of(key))
