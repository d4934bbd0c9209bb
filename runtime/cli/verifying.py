"""`hoyle verify`: plays games to break their promises, and what holds of every game."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define, field

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import command, rules_options, said, speech
from hoyle.runtime.cli.guard import FINE, INTERRUPTED, REFUSED, Misuse
from hoyle.runtime.cli.keeping import file_name, kept, replaying
from hoyle.runtime.cli.rulesets import tell
from hoyle.runtime.problems import LoadError

if TYPE_CHECKING:
    from hoyle.dsl.diagnostics import Diagnostic
    from hoyle.runtime.game import Game
    from hoyle.runtime.verification import Failure, Mode, Searched


@command("verify")
@click.argument("game")
@click.option(
    "-n", "--examples", type=click.IntRange(min=1), default=50, show_default=True, help=said("cli.verify.help.examples")
)
@click.option("--seed", metavar="TEXT", help=said("cli.verify.help.seed"))
@click.option("--time", "seconds", type=click.FloatRange(min=0), metavar="SECONDS", help=said("cli.verify.help.time"))
@click.option("--forget", is_flag=True, help=said("cli.verify.help.forget"))
@rules_options
def verify(
    game: str,
    examples: int,
    seed: str | None,
    seconds: float | None,
    forget: bool,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Play a game to break its promises."""
    if find_spec("hypothesis") is None:
        raise Misuse(said("cli.verify.no_extra"))
    from hoyle.runtime.verification import modes

    chosen = str(fresh_seed()) if seed is None else seed
    every = modes(game, players, variants, options, chosen)
    run = Run(game, chosen, examples, None if seconds is None else time.monotonic() + seconds, len(every))
    if forget:
        run.forget()
    return run.all(every)


@define
class Run:
    """A game that is being verified, mode by mode. until: when time is up, of the monotonic clock; told: diagnostics
    already said; failures: by key, the mode in which they were found first."""

    name: str
    seed: str
    examples: int
    until: float | None
    modes: int
    done: int = 0
    games: int = 0
    broken: int = 0
    told: set[Diagnostic] = field(factory=set)
    failures: dict[tuple[str, str], str] = field(factory=dict)

    @property
    def memory(self) -> Path | None:
        """Where what was found about this game is kept."""
        return kept("verify", self.name)

    def forget(self) -> None:
        if self.memory is not None:
            shutil.rmtree(self.memory, ignore_errors=True)

    def all(self, every: list[Mode]) -> int:
        """Every mode in turn; the exit status."""
        from hoyle.dsl.diagnostics import DiagnosticError

        _keep_files_away(self.memory)
        for mode in every:
            try:
                game = mode.load()
            except DiagnosticError as error:
                tell(d for d in error.diagnostics if d not in self.told)
                self.told.update(error.diagnostics)
                click.echo(text("cli.verify.wrong", mode=mode))
                self.broken += 1
                self.done += 1
                continue
            except LoadError as error:
                if not mode.options or self.done == 0:
                    raise
                click.echo(text("cli.verify.not_offered", mode=mode, why=error.text(speech())))
                self.done += 1
                continue
            if self.done == 0 and self.broken == 0:
                self._begin(game)
            if not self._one(mode, game):
                click.echo(text("cli.verify.interrupted", modes=self.done, all=self.modes), err=True)
                return INTERRUPTED
        return self._sum_up()

    def _begin(self, game: Game) -> None:
        from hoyle.runtime.verification import LAWS

        count = {"promises": len(game.info.promises), "laws": len(LAWS) + 1, "modes": self.modes}
        click.echo(text("cli.verify.title", game=game.title(speech()), seed=self.seed, **count))

    def _one(self, mode: Mode, game: Game) -> bool:
        """One mode; False if somebody interrupted it."""

        left = None if self.until is None else (self.until - time.monotonic()) / max(1, self.modes - self.done)
        if left is not None and left <= 0:
            click.echo(text("cli.verify.none", mode=mode))
            self.done += 1
            return True
        return self._search(mode, game, left)

    def _search(self, mode: Mode, game: Game, seconds: float | None) -> bool:
        """Look for what fails in one mode, then for what else does; False if somebody interrupted it."""
        from hoyle.runtime.verification import search

        memory = None if self.memory is None else self.memory / file_name(str(mode))
        until = None if seconds is None else time.monotonic() + seconds
        broken: list[tuple[str, str]] = []
        while True:
            progress = Progress(str(mode))
            found = search(
                game,
                examples=self.examples,
                seed=f"{self.seed}/{mode}",
                seconds=None if until is None else until - time.monotonic(),
                memory=memory,
                known=self.failures,
                ignoring=broken,
                progress=progress,
                language=speech(),
            )
            progress.clear()
            failure = found.failure
            if failure is None:
                self._tell_kept(mode, found, bool(broken))
            else:
                self._tell_broken(mode, game, failure)
                broken.append(failure.key)
            if found.interrupted or failure is None or failure.kind in ("rules", "end"):
                self.done += not found.interrupted
                self.broken += bool(broken)
                return not found.interrupted

    def _tell_kept(self, mode: Mode, found: Searched, is_rest: bool) -> None:
        self.games += found.games
        count = {"games": found.games, "states": found.states, "longest": found.longest}
        click.echo(text("cli.verify.rest" if is_rest else "cli.verify.kept", mode=mode, **count))

    def _tell_broken(self, mode: Mode, game: Game, failure: Failure) -> None:
        from hoyle.runtime.verification.report import told

        first = self.failures.setdefault(failure.key, str(mode))
        if first != str(mode):
            click.echo(text("cli.verify.again", mode=mode, name=failure.name, first=first))
            return
        click.echo(text("cli.verify.broken", mode=mode))
        for line in told(failure, str(mode), replaying(failure, game, mode.path, self.memory, str(mode)), speech()):
            click.echo(line)

    def _sum_up(self) -> int:
        if self.broken:
            click.echo(text("cli.verify.some", broken=self.broken, modes=self.modes))
            return REFUSED
        click.echo(text("cli.verify.all", modes=self.modes, games=self.games))
        return FINE


@define
class Progress:
    """How many games are over, on a terminal only."""

    mode: str
    shown: str = ""
    last: float = 0.0

    def __call__(self, games: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.last > 0.2:
            self.clear()
            self.last = time.monotonic()
            self.shown = text("cli.verify.progress", mode=self.mode, games=games)
            click.echo(self.shown, err=True, nl=False)

    def clear(self) -> None:
        if self.shown:
            click.echo("\r" + " " * len(self.shown) + "\r", err=True, nl=False)
            self.shown = ""


def text(key: str, **values: object) -> str:
    """What whoever verifies reads, in the language of this call."""
    return message(speech(), key, **values)


def _keep_files_away(memory: Path | None) -> None:
    """Hypothesis keeps what it learns about a program in the folder one stands in, unless told otherwise."""
    from hypothesis.configuration import set_hypothesis_home_dir

    place = Path(tempfile.gettempdir()) / "hoyle" if memory is None else memory.parent
    set_hypothesis_home_dir(place / "hypothesis")
