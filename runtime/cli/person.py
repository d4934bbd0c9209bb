"""A person at the table: shows what happened and the position, asks for a move, and answers whatever else is typed.

Every word typed is a move, a part of one, or a command; nothing typed makes a move by mistake, and nothing loses the
game.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import click
from attrs import define, field

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli import commands
from hoyle.runtime.cli.asking import begins_like_a_move, refuse, tell_why
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.drawing import terminal_of
from hoyle.runtime.cli.foresight import Foresight
from hoyle.runtime.cli.menu import Menu
from hoyle.runtime.cli.news import told_events
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.screen import PROMPT
from hoyle.runtime.cli.sitting import Failure, Left, Sitting, was_chosen
from hoyle.runtime.cli.table import Table, answers_keys, clear_screen, forget_typed_ahead, is_interactive, read_line
from hoyle.runtime.cli.telling import told_failure
from hoyle.runtime.cli.typed import as_call, meant
from hoyle.runtime.moves import Move
from hoyle.runtime.problems import IllegalMove, NotationError
from hoyle.runtime.sentences import action_name, gaps, seat_name
from hoyle.runtime.values import hint_for

LONGEST_SHOWN: Final = 40  # characters of what was typed that are said again


@define
class Person:
    """Somebody at a seat. told: how many of the events this person has been told."""

    seat: str
    table: Table
    told: int = 0
    menu: Menu = field(init=False)
    sitting: Sitting = field(init=False)
    _above: int = field(init=False, default=0)  # rows of the screen that a question should leave in sight
    _moment: object = field(init=False, default=None)
    _pictures: dict[int | None, list[str]] = field(init=False, factory=dict)

    def choose(self, sitting: Sitting) -> Move:
        self.sitting = sitting
        self.table.screen.height = terminal_of().height
        self._take_over(sitting)
        self._show_turn(sitting)
        while True:
            said = self._pick(sitting) if answers_keys() else read_line(self._prompt(sitting))
            if said is None:
                raise Left
            self.table.begin_screen()
            move = said if isinstance(said, Move) else self._answer(sitting, said)
            if move is not None:
                return move

    def made(self, sitting: Sitting) -> None:
        """What this person chose has happened. While others look on, what they must not see waits for a hand-over."""
        if self.table.alone == self.seat or not is_interactive() or not self._is_private(sitting):
            self.show_news(sitting)

    def took_back(self, sitting: Sitting) -> None:
        self.told = min(self.told, len(sitting.events))
        self.table.told = min(self.table.told, len(sitting.events))

    def chooses_again(self, sitting: Sitting, failure: Failure) -> bool:
        for line in told_failure(failure.player, failure.choice, failure.error, self.table.game, self.table.language):
            click.echo(line)
        self.table.say("cli.play.choose_again")
        return True

    def remember(self, sitting: Sitting) -> None:
        """Of a game that goes on, what this person has not seen yet is what happened since the last own choice."""
        own = [
            number for number, event in enumerate(sitting.events) if self._is_own(sitting, number) and was_chosen(event)
        ]
        self.told = own[-1] if own else 0

    def _is_own(self, sitting: Sitting, number: int) -> bool:
        before = sitting.events[number].before
        return before is not None and before.you == self.viewer(sitting)

    # -------------------------------------------------------------------------------------------- showing

    def viewer(self, sitting: Sitting) -> int:
        return sitting.game.rules.seat(self.seat)

    def _take_over(self, sitting: Sitting) -> None:
        """When several people share a screen and one must not see what another sees: change places first, also when
        the first of them begins."""
        table, before = self.table, self.table.last
        table.last = self.seat
        is_changed = before not in (None, self.seat)
        if not self._is_private(sitting):
            if is_changed and not table.hide():
                self.told = max(self.told, table.told)  # it is on the screen that all look at
        elif table.alone != self.seat and is_interactive():
            if is_changed:
                self._ask_over(
                    "cli.play.hide", last=self._name(sitting, str(before)), name=self._name(sitting, self.seat)
                )
                clear_screen()
                table.alone = None
            self._ask_over("cli.play.hand_over", name=self._name(sitting, self.seat))
            if is_changed:
                clear_screen()
            table.alone = self.seat
            table.begin_screen()

    def _ask_over(self, key: str, **names: str) -> None:
        """Wait until people have changed places; what was typed before is not meant for it."""
        forget_typed_ahead()
        if read_line(message(self.table.language, key, **names)) is None:
            raise Left

    def _is_private(self, sitting: Sitting) -> bool:
        """Whether other people at this table must not see what this person sees, or is about to choose."""
        others = [seat for seat in self.table.people if seat != self.seat]
        decision = sitting.state.position.decision
        is_secret = bool(others) and decision is not None and decision.secret
        return is_secret or any(_see_differently(sitting, other, self.seat) for other in others)

    def _name(self, sitting: Sitting, seat: str) -> str:
        return seat_name(sitting.game.rules, seat, self.table.language)

    def show_news(self, sitting: Sitting, *, openly: bool = False) -> None:
        """What happened since this person was last told. openly: without what only this person may see."""
        for line in self.table.screen.told_at_once(self._news(sitting, openly=openly), self.table.language):
            click.echo(line)

    def _news(self, sitting: Sitting, *, openly: bool = False) -> list[str]:
        news = sitting.events[self.told :]
        self.told = self.table.told = len(sitting.events)
        return told_events(news, self.viewer(sitting), self.table.language, openly=openly)

    def show_position(self, sitting: Sitting) -> None:
        room = self.table.screen.height
        lines = self._drawn(sitting, None if room is None else room - 2)
        for line in ["", *lines]:
            click.echo(line)
        self._above = len(lines) + 2  # with what is asked

    def whole_position(self, sitting: Sitting) -> list[str]:
        return self._drawn(sitting, None)

    def _drawn(self, sitting: Sitting, room: int | None) -> list[str]:
        """The position in so many lines at most; drawn once, however often it is looked at."""
        moment = (tuple(sitting.state.position.s), terminal_of())
        if moment != self._moment:
            self._moment, self._pictures = moment, {}
        if room not in self._pictures:
            position, viewer = sitting.state.position, self.viewer(sitting)
            whole = None if room is None else self._drawn(sitting, None)
            made = picture(position, viewer, self.table.language, scores=False, room=room, whole=whole)
            self._pictures[room] = made
        return self._pictures[room]

    def _show_turn(self, sitting: Sitting) -> None:
        for line in self._turn(sitting):
            click.echo(line)

    def _turn(self, sitting: Sitting) -> list[str]:
        self.menu = Menu(sitting.state, self.table.language, Foresight(sitting.state, self.table.language))
        return self._together(self._news(sitting), lambda rows: [*self._question(sitting), *self._choices(rows)])

    def turn_lines(self, sitting: Sitting) -> list[str]:
        """What this person, who decides, sees when it is asked, the prompt included."""
        self.sitting = sitting
        self.remember(sitting)
        self.table.screen.begin(terminal_of().height)
        return [*self._turn(sitting), self._prompt(sitting)]

    def _together(self, news: list[str], ask: Callable[[int | None], list[str]]) -> list[str]:
        """What happened, the position and the question: as much as the screen holds."""
        if answers_keys():
            self.menu.fit(self.table.screen.choices)
        return self._laid_out(news, ask)

    def _laid_out(self, news: list[str], ask: Callable[[int | None], list[str]]) -> list[str]:
        screen, below = self.table.screen, PROMPT
        if answers_keys():
            from hoyle.runtime.cli.pane import least_rows

            below = least_rows(self.menu, screen.height)
        lines = screen.turn(news, lambda room: self._drawn(self.sitting, room), ask, self.table.language, below)
        self._above = screen.used + len(lines)
        return lines

    def _redraw(self, sitting: Sitting) -> int:
        """The position and what is asked on an empty screen, as asked for by a key; how many rows they take."""
        click.clear()
        self.table.begin_screen()
        for line in self._laid_out([], lambda _: self._question(sitting)):
            click.echo(line)
        return self._above

    def _question(self, sitting: Sitting) -> list[str]:
        """What is asked; before it that the game is not kept, if so."""
        lines: list[str] = []
        language = self.table.language
        if sitting.trouble is not None and sitting.record is not None:
            values = {"why": sitting.trouble.text(language), "count": sitting.record.unwritten}
            lines = [*message(language, "cli.play.unwritten", **values).splitlines(), ""]
        question = sitting.state.prompt(language)
        return [line for text in [*lines, *([question] if question else [])] for line in paragraph(text)]

    def _choices(self, rows: int | None) -> list[str]:
        """The menu, in so many lines if it can be; nothing where it is shown with what is typed."""
        if answers_keys():
            return []
        self.menu.fit(rows)
        return self.menu.lines()

    def show_moves(self, *, however: bool = False) -> None:
        """List what can be chosen; where that would push the position off the screen, with it. however: also where the
        list is on the screen anyway."""
        if answers_keys() and not however:
            return
        if not answers_keys() and self.table.screen.is_low(self._drawn(self.sitting, None)):
            for line in self._together([], self._choices):
                click.echo(line)
            return
        self.menu.fit(None)
        for line in self.menu.lines():
            click.echo(line)

    def _prompt(self, sitting: Sitting) -> str:
        return message(self.table.language, "cli.play.prompt", name=self._name(sitting, self.seat))

    # -------------------------------------------------------------------------------------------- answering

    def _pick(self, sitting: Sitting) -> Move | str | None:
        """The move that is chosen key by key, or a line that is typed; None at the end of the input."""
        from hoyle.runtime.cli.keyboard import Question  # a library comes with it that lines do without
        from hoyle.runtime.cli.picking import Picking, Said

        rules, language = sitting.game.rules, self.table.language
        picking = Picking(
            self.menu,
            commands.words(language),
            lambda text: commands.of(rules, text, language) is not None,
            lambda text: self._parsed(sitting, text),
        )
        prompt = self._prompt(sitting)
        redraw = partial(self._redraw, sitting)
        answer = Question(picking, prompt, self._above, terminal_of().unicode, redraw).ask()
        self._above = 0
        if isinstance(answer, Said):
            click.echo(prompt + answer.text)
            return answer.text
        return answer

    def _parsed(self, sitting: Sitting, text: str) -> Move | None:
        """A possible move that is written out."""
        notation = meant(sitting.state.position, text, self.table.language)
        for said in (as_call(sitting.state.position, text), notation or text):
            with suppress(NotationError, IllegalMove):
                choice = sitting.game.parse(sitting.state, said)
                assert isinstance(choice, Move)
                return choice
        return None

    def _answer(self, sitting: Sitting, line: str) -> Move | None:
        """The move that a line makes, or None after answering it."""
        if not line:
            return self._enter()
        if line.isascii() and line.isdigit():
            return self._number(line)
        command = commands.of(sitting.game.rules, line, self.table.language)
        if command is not None:
            return commands.obey(self, sitting, *command)
        return self._move(sitting, line)

    def _enter(self) -> Move | None:
        """Nothing typed: the one move that is left, or all moves again."""
        if self.menu.is_narrowed and len(self.menu.left) == 1:
            return self.menu.left[0]
        self.menu.reset()
        self.show_moves()
        return None

    def _number(self, line: str) -> Move | None:
        option = self.menu.numbered(int(line)) if len(line) < 10 else None
        if option is None:
            self.table.say("cli.play.no_number", number=line[:LONGEST_SHOWN], options=self.menu.numbers)
            return None
        move = self.menu.pick(option)
        if move is None:
            self.show_moves()
        return move

    def _move(self, sitting: Sitting, line: str) -> Move | None:
        """The move that a text says, in notation or in words; otherwise the moves that hold the words are shown."""
        option = self.menu.named(line)
        if option is not None:
            move = self.menu.pick(option)
            if move is None:
                self.show_moves()
            return move
        return self._notation(sitting, line)

    def _notation(self, sitting: Sitting, line: str) -> Move | None:
        problem: NotationError | None = None
        position = sitting.state.position
        notation = meant(position, line, self.table.language)
        for text in dict.fromkeys((as_call(position, line), notation or line)):
            try:
                choice = sitting.game.parse(sitting.state, text)
                assert isinstance(choice, Move)
                return choice
            except IllegalMove:
                if not self.menu.filter(line):
                    refuse(self.table, text, sitting.state.explain(text, self.table.language))
                    return None
                problem = None
                break
            except NotationError as error:
                problem = problem or error
        self._filter(sitting, line, problem)
        return None

    def _filter(self, sitting: Sitting, line: str, problem: NotationError | None) -> None:
        if self.menu.filter(line):
            self.show_moves()
        elif problem is not None and begins_like_a_move(sitting.state, line, self.table.language):
            self.table.show(problem.text(self.table.language))
            self.table.say("cli.play.ask_help")
        else:
            text = line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"
            self.table.say("cli.play.no_match", text=text, hint=self._meant(sitting, line))

    def _meant(self, sitting: Sitting, line: str) -> str:
        """` Did you mean …?` with what stands on the screen for the words that are known here, or nothing."""
        language, first = self.table.language, line.partition(" ")[0]
        known = {name.casefold(): o.name for o in self.menu.options if "…" not in o.name for name in (o.name, *o.words)}
        known |= {word: word for word in commands.words(language)}
        rules = sitting.game.rules
        for action in rules.actions.values():
            name = action_name(rules, action, language)
            known |= {said.casefold(): gaps(name) for said in (action.verb, name)}
        for text in (line.casefold(), first.casefold()):
            hint = hint_for(text, known)
            if hint:
                return hint if isinstance(hint, str) else hint.text(language)
        return ""

    def why(self, sitting: Sitting, text: str) -> None:
        """Why something typed is not possible."""
        if not text:
            self.table.say("cli.play.why_what")
            return
        option = self.menu.numbered(int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else None
        option = option or self.menu.named(text)
        if option is not None:
            self.table.say("cli.why.legal", move=option.name)
            return
        tell_why(self.table, sitting.state, text)


def _see_differently(sitting: Sitting, first: str, second: str) -> bool:
    """Whether one seat sees something that the other does not."""
    views = [sitting.state.observation(seat)["fields"] for seat in (first, second)]
    return views[0] != views[1] or bool(sitting.game.fast().SHOWN)
