"""A person at the table: shows the position, asks for a move, and answers whatever else is typed.

Every word typed is a move, a command, or a filter; nothing typed makes a move by mistake, and nothing loses the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

import click
from attrs import define, field

from hoyle.dsl.render import shown
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.menu import Menu
from hoyle.runtime.cli.panel import picture, score_table
from hoyle.runtime.cli.sitting import Left, Sitting
from hoyle.runtime.cli.telling import said_event, told_refusal, told_showings
from hoyle.runtime.moves import Move
from hoyle.runtime.problems import IllegalMove, NotationError
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.views import Event

MOST_CHANCE: Final = 6  # outcomes of chance in a row that are told one by one
LONGEST_LINE: Final = 300  # characters of an answer that are read
LONGEST_SHOWN: Final = 40  # of it that are said again
LOG: Final = 30  # events that `log` shows


def is_interactive() -> bool:
    """Whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str) -> str | None:
    """A line that is typed, None at the end of the input. What comes from a file is shown as if it had been typed."""
    try:
        line = input(prompt)
    except EOFError:
        click.echo()
        return None
    line = shown(line[:LONGEST_LINE]).strip()
    if not sys.stdin.isatty():
        click.echo(line)
    return line


@define
class Table:
    """What the people at one table share: the language, and who looked at the screen last."""

    language: str
    people: int
    last: str | None = None

    def say(self, key: str, **values: object) -> None:
        click.echo(message(self.language, key, **values))


@define
class Person:
    """Somebody at a seat. told: how many of the events this person has been told; chosen: which of them are this
    person's own choices."""

    seat: str
    table: Table
    told: int = 0
    chosen: set[int] = field(factory=set)
    _menu: Menu = field(init=False)

    def choose(self, sitting: Sitting) -> Move:
        self._take_over(sitting)
        self.show_news(sitting)
        self.show_position(sitting)
        self._menu = Menu(sitting.state, self.table.language)
        self._show_question(sitting)
        while True:
            line = read_line(self._prompt(sitting))
            if line is None:
                raise Left
            move = self._answer(sitting, line)
            if move is not None:
                self.chosen.add(len(sitting.events))
                return move

    # -------------------------------------------------------------------------------------------- showing

    def _say(self, key: str, **values: object) -> None:
        self.table.say(key, **values)

    def _viewer(self, sitting: Sitting) -> int:
        return sitting.game.rules.seat(self.seat)

    def _take_over(self, sitting: Sitting) -> None:
        """When several people share a screen and one must not see what another sees: change places first."""
        before, self.table.last = self.table.last, self.seat
        if before in (None, self.seat) or self.table.people < 2 or not is_interactive():
            return
        views = [sitting.state.observation(seat)["fields"] for seat in (str(before), self.seat)]
        if views[0] != views[1] or sitting.game.fast().SHOWN:
            click.clear()
            name = seat_name(sitting.game.rules, self.seat, self.table.language)
            if read_line(message(self.table.language, "cli.play.hand_over", name=name)) is None:
                raise Left

    def show_news(self, sitting: Sitting, *, openly: bool = False) -> None:
        """What happened since this person was last asked, but for what this person chose. openly: without what only
        this person may see."""
        news = list(enumerate(sitting.events))[self.told :]
        self.told = len(sitting.events)
        told = [(event, number in self.chosen) for number, event in news]
        lines = told_events(told, self._viewer(sitting), self.table.language, openly=openly)
        for line in ["", *lines] if lines else []:
            click.echo("\n".join(paragraph(line)))

    def show_position(self, sitting: Sitting) -> None:
        click.echo()
        for line in picture(sitting.state.position, self._viewer(sitting), self.table.language, scores=False):
            click.echo(line)

    def _show_question(self, sitting: Sitting) -> None:
        click.echo()
        question = sitting.state.prompt(self.table.language)
        if question:
            click.echo("\n".join(paragraph(question)))
        self._show_moves()

    def _show_moves(self) -> None:
        for line in self._menu.lines():
            click.echo(line)

    def _prompt(self, sitting: Sitting) -> str:
        name = seat_name(sitting.game.rules, self.seat, self.table.language)
        return message(self.table.language, "cli.play.prompt", name=name)

    # -------------------------------------------------------------------------------------------- answering

    def _answer(self, sitting: Sitting, line: str) -> Move | None:
        """The move that a line makes, or None after answering it."""
        if not line:
            return self._enter()
        if line.isascii() and line.isdigit():
            return self._number(line)
        command = self._command(sitting, line)
        if command is not None:
            command()
            return None
        return self._move(sitting, line)

    def _enter(self) -> Move | None:
        """Nothing typed: the one move that is left, or the whole list again."""
        if self._menu.is_filtered and len(self._menu.shown) == 1:
            return self._menu.shown[0][1]
        self._menu.reset()
        self._show_moves()
        return None

    def _number(self, line: str) -> Move | None:
        number = int(line) if len(line) < 10 else 0
        if 1 <= number <= len(self._menu.moves):
            return self._menu.moves[number - 1]
        self._say("cli.play.no_number", number=line, last=len(self._menu.moves))
        return None

    def _command(self, sitting: Sitting, line: str) -> Callable[[], None] | None:
        """What a line asks the program to do. A word that is a verb of the game is a move, unless "/" is in front."""
        first, _, rest = line.partition(" ")
        if first not in sitting.game.rules.by_verb and first != "pass":
            first = first.removeprefix("/").casefold()
        commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "all": self._all,
            "board": lambda: self.show_position(sitting),
            "score": lambda: self._scores(sitting),
            "scores": lambda: self._scores(sitting),
            "log": lambda: self._log(sitting),
            "quit": _leave,
            "exit": _leave,
            "q": _leave,
        }
        if first in ("why", "w") and first not in sitting.game.rules.by_verb:
            return lambda: self._why(sitting, rest.strip())
        return commands.get(first) if not rest.strip() else None

    def _help(self) -> None:
        example = self._menu.moves[0].notation
        for line in message(self.table.language, "cli.play.typing", example=example).splitlines():
            click.echo(line)

    def _all(self) -> None:
        for line in self._menu.all_lines():
            click.echo(line)

    def _scores(self, sitting: Sitting) -> None:
        lines = score_table(sitting.state.position, self._viewer(sitting), self.table.language)
        click.echo("\n".join(lines) if lines else message(self.table.language, "cli.play.no_scores"))

    def _log(self, sitting: Sitting) -> None:
        viewer, language = self._viewer(sitting), self.table.language
        seen: list[str] = []
        for event in sitting.events:
            said = said_event(event, viewer, language)
            seen += [*([] if said is None else [said]), *told_showings(event, viewer, language)]
        if not seen:
            self._say("cli.play.no_log")
        if len(seen) > LOG:
            self._say("cli.play.log_cut", count=len(seen) - LOG)
        for line in seen[-LOG:]:
            click.echo("\n".join(paragraph(line)))

    def _why(self, sitting: Sitting, notation: str) -> None:
        if not notation:
            self._say("cli.play.why_what")
            return
        try:
            reasons = sitting.state.explain(notation, self.table.language)
        except NotationError as error:
            click.echo("\n".join(paragraph(error.text(self.table.language))))
            return
        if reasons:
            self._refuse(notation, told_refusal(notation, reasons, self.table.language))
        else:
            self._say("cli.why.legal", move=notation)

    def _refuse(self, notation: str, lines: Sequence[str]) -> None:
        for line in lines:
            click.echo("\n".join(paragraph(line, hanging=4)))

    def _move(self, sitting: Sitting, line: str) -> Move | None:
        """The move that a text says in notation or in words; otherwise the moves that hold the words are shown."""
        problem: NotationError | None = None
        try:
            choice = sitting.game.parse(sitting.state, line)
            assert isinstance(choice, Move)
            return choice
        except IllegalMove as error:
            if not self._menu.filter(line):
                self._refuse(line, told_refusal(error.move, error.reasons, self.table.language))
                return None
        except NotationError as error:
            problem = error
        move = self._menu.said(line)
        if move is not None:
            return move
        self._filter(line, problem)
        return None

    def _filter(self, line: str, problem: NotationError | None) -> None:
        if self._menu.filter(line):
            self._show_moves()
        elif problem is not None and _looks_like_notation(line):
            click.echo("\n".join(paragraph(problem.text(self.table.language))))
            self._say("cli.play.ask_help")
        else:
            self._say("cli.play.no_match", text=line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…")


def _looks_like_notation(line: str) -> bool:
    return "(" in line or ")" in line


def _leave() -> None:
    raise Left


def told_events(
    events: Sequence[tuple[Event, bool]], viewer: int | None, language: str, *, openly: bool = False
) -> list[str]:
    """Events in words, as a seat sees them; many outcomes of chance in a row are only counted. Of an event marked true
    only what was shown is told."""
    lines: list[str] = []
    chance: list[str] = []
    for event, is_known in events:
        said = None if is_known else said_event(event, viewer, language)
        shown = told_showings(event, viewer, language, openly=openly)
        if said is not None and event.before is not None and event.before.decision is None:
            chance.append(said)
            said = None
        if said is not None or shown:
            lines += [*_shortened(chance, language), *([said] if said is not None else []), *shown]
            chance = []
    return lines + _shortened(chance, language)


def _shortened(chance: list[str], language: str) -> list[str]:
    if len(chance) <= MOST_CHANCE:
        return chance
    return [message(language, "cli.play.chance", count=len(chance))]
