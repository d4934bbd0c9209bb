"""`hoyle explore`: walks all states of a small game."""

from __future__ import annotations

import json
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

import click
from attrs import define

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, command, form_option, rules_options, said, speech
from hoyle.runtime.cli.exploring_report import Report
from hoyle.runtime.cli.guard import FINE, INTERRUPTED, REFUSED, Misuse
from hoyle.runtime.cli.keeping import file_name, kept
from hoyle.runtime.cli.progress import ProgressLine
from hoyle.runtime.loader import find
from hoyle.runtime.rulefiles import shown

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.verification.exploring import Exploration, Stopped

_MEGABYTE = 1_000_000


@command("explore")
@click.argument("game")
@click.option("--depth", type=click.IntRange(min=0), metavar="D", help=said("cli.explore.help.depth"))
@click.option("--states", type=click.IntRange(min=1), default=5_000_000, show_default=True, metavar="N", help=said("cli.explore.help.states"))  # fmt: skip # noqa: E501
@click.option("--memory", type=click.IntRange(min=1), default=1_000, show_default=True, metavar="MB", help=said("cli.explore.help.memory"))  # fmt: skip # noqa: E501
@click.option("--symmetry", is_flag=True, help=said("cli.explore.help.symmetry"))
@click.option("--laws", is_flag=True, help=said("cli.explore.help.laws"))
@click.option("--resume", metavar="FILE", help=said("cli.explore.help.resume"))
@click.option("--checkpoint", metavar="FILE", help=said("cli.explore.help.checkpoint"))
@form_option("cli.explore.help.format")
@rules_options
def explore(
    game: str,
    depth: int | None,
    states: int,
    memory: int,
    symmetry: bool,
    laws: bool,
    resume: str | None,
    checkpoint: str | None,
    form: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Walk all states of a small game."""
    request = Request(game, players, variants, options)
    rules = request.load(debug=True)
    begun = None if resume is None else _resumed(rules, resume, symmetry, laws)
    if (note := request.note(rules, speech())) is not None:
        click.echo(note, err=form == "json")
    walk = Walk(request, rules, depth, states, memory, symmetry, laws, begun)
    found, stopped = walk.run()
    report = Report(rules, find(game), found, stopped, _mode(request, rules), depth, memory)
    file = walk.keep(found, stopped, checkpoint or resume)
    if form == "json":
        click.echo(json.dumps(report.to_dict(file), ensure_ascii=False, indent=2))
    else:
        for line in report.lines(speech()):
            click.echo(line)
    if stopped is not None:
        for line in report.stopped_lines(speech(), None if file is None else walk.going_on(file)):
            click.echo(line, err=True)
    return INTERRUPTED if stopped == "interrupted" else REFUSED if found.failures else FINE


def _mode(request: Request, game: Game) -> str:
    from hoyle.runtime.verification import Mode

    return str(Mode(find(request.name), len(game.deciding), request.variants, request.options))


def _resumed(game: Game, file: str, symmetry: bool, laws: bool) -> Exploration:
    from hoyle.runtime.verification.checkpoint import CheckpointError, resumed

    try:
        found = resumed(game, Path(file))
    except CheckpointError as error:
        raise Misuse(error.text(speech())) from error
    for is_asked, was_begun, option in (
        (symmetry, found.symmetries is not None, "--symmetry"),
        (laws, bool(found.laws), "--laws"),
    ):
        if is_asked and not was_begun:
            click.echo(message(speech(), "explore.begun_otherwise", name=file, option=option), err=True)
    return found


@define
class Walk:
    """One call of the command."""

    request: Request
    game: Game
    depth: int | None
    states: int
    memory: int
    symmetry: bool
    laws: bool
    begun: Exploration | None

    def run(self) -> tuple[Exploration, Stopped | None]:
        from hoyle.runtime.verification import LAWS
        from hoyle.runtime.verification.exploring import explore

        line = ProgressLine()
        with stopping() as is_stopped:
            try:
                return explore(
                    self.game,
                    depth=self.depth,
                    states=self.states,
                    memory=self.memory * _MEGABYTE,
                    laws=LAWS if self.laws else (),
                    symmetry=self.symmetry,
                    begun=self.begun,
                    progress=partial(_told_progress, line),
                    is_stopped=is_stopped,
                )
            finally:
                line.clear()

    def keep(self, found: Exploration, stopped: Stopped | None, file: str | None) -> Path | None:
        """Write what is known, if it can be gone on with: after a limit of depth only if a file was asked for."""
        from hoyle.runtime.verification.checkpoint import CheckpointError, save

        if stopped is None or (stopped == "depth" and file is None):
            return None
        path = self._own_file() if file is None else Path(file)
        try:
            save(found, path)
        except CheckpointError as error:
            raise Misuse(error.text(speech())) from error
        return path

    def _own_file(self) -> Path:
        folder = kept("explore", self.request.name)
        name = f"{file_name(_mode(self.request, self.game))}.checkpoint"
        return Path(f"{find(self.request.name).stem}-{name}") if folder is None else folder / name

    def going_on(self, file: Path) -> str:
        """The command that goes on."""
        given = [] if self.request.players is None else ["--players", str(self.request.players)]
        given += [part for name in self.request.variants for part in ("--variant", name)]
        given += [part for name, value in self.request.options.items() for part in ("--option", f"{name}={value}")]
        return shlex.join(["hoyle", "explore", self.request.name, *given, "--resume", shown(file)])


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Whether somebody pressed Ctrl-C: what is going on can then end where nothing is half done. The second time it
    ends at once."""
    asked: list[int] = []

    def ask(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    if current_thread() is not main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _told_progress(line: ProgressLine, found: Exploration) -> None:
    values = {"states": f"{found.states:,}", "waiting": f"{len(found.waiting):,}"}
    line.tell(message(speech(), "explore.progress", depth=len(found.graph.layers) - 1, **values))
