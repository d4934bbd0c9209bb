"""`hoyle replay` at a terminal: forward and back through a record, as any player sees it."""

from __future__ import annotations

from typing import Final

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.drawing import terminal_of
from hoyle.runtime.cli.news import event_lines, unseen
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.screen import LEAST_ROOM
from hoyle.runtime.cli.seats import seat_named
from hoyle.runtime.cli.sheets import score_about, score_sheet, tell_no_score
from hoyle.runtime.cli.sitting import walk
from hoyle.runtime.cli.table import Table, read_line
from hoyle.runtime.cli.telling import told_end
from hoyle.runtime.game import Game
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import Record
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.state import State

_LONGEST: Final = 6  # digits of a number
_FRONT: Final = 6  # columns of the number of a step
_CHANGES: Final = 4  # blanks in front of what an event changed


class Replay:
    """A record, and where in it one looks. viewer: as who; None: as an onlooker."""

    def __init__(self, record: Record, game: Game, viewer: int | None, language: str) -> None:
        self._game, self._viewer, self._language = game, viewer, language
        self._states: list[State] = []
        self._problem: RecordError | None = None
        self._step = 0
        try:
            for _, _, state in walk(record, game):
                self._states.append(state.clone())
        except RecordError as error:  # what stands before it can be looked at
            self._problem = error
        if not self._states and self._problem is not None:
            raise self._problem

    @property
    def _last(self) -> int:
        return len(self._states) - 1

    def show(self) -> None:
        """Look at the beginning, and wherever is asked, until the person leaves."""
        self._show()
        while True:
            prompt = message(self._language, "cli.replay.prompt", step=self._step, last=self._last)
            line = read_line(prompt)
            if line is None or line.casefold() in ("q", "quit", "exit", "leave"):
                return
            self._obey(line.removeprefix("/"))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST else None
        if word.isascii() and word.isdigit() and not rest:
            self._go(int(word) if len(word) <= _LONGEST else self._last + 1)
        elif word in ("", "n", "next", "b", "back") and (not rest or count is not None):
            self._move((count or 1) * (-1 if word.startswith("b") else 1))
        elif word in ("f", "first", "l", "last") and not rest:
            self._go(0 if word.startswith("f") else self._last)
        else:
            self._other(word, rest)

    def _other(self, word: str, rest: str) -> None:
        match word:
            case "?" | "help":
                for line in message(self._language, "cli.replay.typing").splitlines():
                    click.echo(line)
            case "log":
                self._log()
            case "score" | "scores":
                self._score(rest)
            case "as":
                self._look_as(rest)
            case "board":
                self._show()
            case "show" | "table":
                lines = picture(self._states[self._step].position, self._viewer, self._language)
                Table(self._language).pages(lines)
            case _:
                self._say("cli.replay.bad_word", text=f"{word} {rest}".strip()[:40])

    def _say(self, key: str, **values: object) -> None:
        click.echo("\n".join(paragraph(message(self._language, key, **values))))

    # -------------------------------------------------------------------------------------------- where

    def _move(self, steps: int) -> None:
        goal = min(max(self._step + steps, 0), self._last)
        if goal == self._step:
            self._say("cli.replay.last" if steps > 0 else "cli.replay.first")
            if steps > 0 and self._problem is not None:
                click.echo("\n".join(paragraph(self._problem.text(self._language))))
            return
        self._go(goal)

    def _go(self, step: int) -> None:
        if step > self._last:
            self._say("cli.replay.no_step", last=self._last)
            return
        self._step = step
        self._show()

    # -------------------------------------------------------------------------------------------- what

    def _show(self) -> None:
        """The position and what happened, in as many lines as there are."""
        state, height = self._states[self._step], terminal_of().height
        below = ["", *(self._event(self._step))]
        if state.kind == "over":
            below += [line for text in told_end(state, self._language) for line in paragraph(text)]
        room = None if height is None else max(LEAST_ROOM, height - len(below) - 2)
        drawn = picture(state.position, self._viewer, self._language, scores=state.kind == "over", room=room)
        for line in ["", *drawn, *below]:
            click.echo(line)

    def _event(self, step: int, *, whole: bool = False) -> list[str]:
        """What happened at a step, with its number. whole: all that it changed."""
        if step == 0:
            return [f"{0:>4}  {message(self._language, 'cli.replay.begin')}"]
        event = self._states[step].last_event
        assert event is not None
        lines = event_lines(event, self._viewer, self._language, whole=whole) or [unseen(event, self._language)]
        fronts = [f"{step:>4}  ", *[" " * _FRONT] * len(lines)]
        said = [f"{front}{text}" for front, text in zip(fronts, _sentences(lines), strict=False)]
        return [line for text in said for line in paragraph(text, hanging=_FRONT - len(text) + len(text.lstrip()))]

    def _log(self) -> None:
        for step in range(self._step + 1):
            for line in self._event(step, whole=True):
                click.echo(line)

    def _score(self, name: str) -> None:
        state = self._states[self._step]
        own = self._game.players[0] if self._viewer is None else self._game.rules.seat_name[self._viewer]
        if name:
            lines = score_about(state, name, self._viewer, self._language)
        else:
            lines = score_sheet(state, own, self._viewer, self._language)
        if lines is None:
            tell_no_score(self._game, name, self._language)
            return
        click.echo("\n".join(lines) if lines else message(self._language, "cli.play.no_scores"))

    def _no_seat(self, name: str) -> None:
        names = ", ".join(self._game.seat_name(seat, self._language) for seat in self._game.players)
        self._say("cli.play.no_seat", name=name[:40], names=names)

    def _look_as(self, name: str) -> None:
        seat = seat_named(self._game, name, self._language) if name else None
        if name and seat is None:
            self._no_seat(name)
            return
        self._viewer = None if seat is None else self._game.rules.seat(seat)
        self._show()
        if seat is None:
            self._say("cli.replay.as_all")
        else:
            self._say("cli.replay.as", name=seat_name(self._game.rules, seat, self._language))


def _sentences(lines: list[str]) -> list[str]:
    """Lines that were filled, as whole sentences again: what follows one is further to the right."""
    found: list[tuple[int, str]] = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if found and indent and (indent == found[-1][0] or found[-1][0] == 0 and indent < _CHANGES):
            found[-1] = found[-1][0], f"{found[-1][1]} {line.strip()}"
        else:
            found.append((indent, line.strip()))
    return [text for _, text in found]
