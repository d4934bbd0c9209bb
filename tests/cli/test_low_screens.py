"""At a terminal of 80 columns and 24 lines all that is shown between two prompts is seen at once, in whole games."""

from __future__ import annotations

import io
import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from attrs import define, field
from rich.cells import cell_len

from hoyle.runtime.cli import person
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.person import Person
from hoyle.runtime.cli.screen import Screen
from hoyle.runtime.cli.seating import maker
from hoyle.runtime.cli.sitting import BotPlayer, Failure, Player, Sitting
from hoyle.runtime.cli.stepping import Replay
from hoyle.runtime.cli.table import Table
from hoyle.runtime.loader import load
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.moves import Move
from hoyle.runtime.records import RecordWriter, read_record

HEIGHT, WIDTH = 24, 80
_SEQUENCE = re.compile(r"\x1b\[[\d;]*m")


class Output(io.StringIO):
    """What a terminal of some encoding is given."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._name = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._name

    def isatty(self) -> bool:
        return True


@define
class Typist:
    """Answers every prompt at random: numbers, moves, commands. screens: what was shown before each prompt."""

    people: list[Person]
    output: Output
    rng: random.Random
    screens: list[list[str]] = field(factory=list)
    shown: int = 0

    def read_line(self, prompt: str) -> str | None:
        text = self.output.getvalue()
        self.screens.append([*_SEQUENCE.sub("", text[self.shown :]).splitlines(), prompt])
        self.shown = len(text)
        asked = next(p for p in self.people if p.seat == p.table.last)
        return self.rng.choice([self._number, self._number, self._number, self._move, self._command])(asked)

    def _number(self, asked: Person) -> str:
        fronts = asked.menu.numbers
        low, _, high = fronts.partition(" - ")
        return str(self.rng.randint(int(low), int(high or low))) if high else self.rng.choice(fronts.split(", "))

    def _move(self, asked: Person) -> str:
        return self.rng.choice(asked.menu.moves).notation

    def _command(self, _: Person) -> str:
        return self.rng.choice(["", "back", "board", "1x"])


@define
class Late:
    """A bot up to an event, a person from then on."""

    person: Person
    bot: BotPlayer
    begins: int

    def choose(self, sitting: Sitting) -> Move:
        is_begun = len(sitting.events) >= self.begins
        if not is_begun:
            self.person.told = len(sitting.events)
        return self.person.choose(sitting) if is_begun else self.bot.choose(sitting)

    def made(self, sitting: Sitting) -> None:
        if len(sitting.events) > self.begins:
            self.person.made(sitting)

    def took_back(self, sitting: Sitting) -> None:
        self.person.took_back(sitting)

    def chooses_again(self, sitting: Sitting, failure: Failure) -> bool:
        return self.person.chooses_again(sitting, failure)


def screens(name: str, people: int, players: int, language: str, encoding: str, begins: int) -> list[list[str]]:
    """What is shown before each prompt of a game from an event on to its end, with so many people, the rest bots."""
    game = load(name, players)
    table, output = Table(language, game=name), Output(encoding)
    seats: dict[str, Player] = {seat: BotPlayer(seat, maker("random", game)) for seat in game.deciding}
    table.people = list(game.deciding[:people])
    typist = Typist([Person(seat, table) for seat in table.people], output, random.Random(players))
    seats |= {p.seat: Late(p, BotPlayer(p.seat, maker("random", game)), begins) for p in typist.people}
    sitting = Sitting(game, "1", seats)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", output)
        patch.setattr(person, "read_line", typist.read_line)
        patch.setenv("LINES", str(HEIGHT))
        patch.setenv("COLUMNS", str(WIDTH))
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv("TERM", "xterm")
        sitting.play()
    return typist.screens


GAMES = [
    ("kumata", 1, 2, "en", "utf-8", 0),
    ("kumata", 1, 4, "ja", "utf-8", 0),
    ("meerkat-kingdom", 1, 4, "en", "ascii", 0),
    ("meerkat-kingdom", 2, 3, "ja", "utf-8", 130),
    ("kauri", 1, 2, "ja", "utf-8", 200),
    ("kauri", 1, 4, "en", "utf-8", 330),
    ("kauri", 3, 3, "en", "ascii", 290),
]


@pytest.mark.parametrize(("name", "people", "players", "language", "encoding", "begins"), GAMES)
def test_all_that_is_shown_between_two_prompts_fits_the_screen(
    name: str, people: int, players: int, language: str, encoding: str, begins: int
) -> None:
    found = screens(name, people, players, language, encoding, begins)
    assert len(found) > 10
    for screen in found:
        text = "\n".join(screen)
        assert len(screen) <= HEIGHT, f"{len(screen)} lines\n{text}"
        assert max(map(cell_len, screen)) <= WIDTH, text


def test_news_in_short_are_the_newest_sentences_each_of_them_whole() -> None:
    news = ["She rolls.", "He places", "  a meerkat.", "    Supply 3 -> 2", "It begins."]
    screen = Screen(32)
    lines = screen.turn(news, lambda _: ["board"] * 29, lambda _: ["question"], "en")
    assert lines[:4] == ["He places", "  a meerkat.", "It begins.", "… 2 more lines: log"]


@pytest.mark.parametrize(("name", "players", "language"), [("kumata", 4, "en"), ("kauri", 3, "ja")])
def test_each_step_of_a_replay_fits_the_screen(name: str, players: int, language: str, tmp_path: Path) -> None:
    game, path = load(name, players), tmp_path / "game.record"
    bots: dict[str, Player] = {seat: BotPlayer(seat, maker("random", game)) for seat in game.deciding}
    sitting = Sitting(game, "5", bots)
    with RecordWriter(path, game.info) as sitting.record:
        sitting.play()
    replay = Replay(read_record(path.read_text("utf-8"), str(path)), game, None, language)
    for step in range(0, len(sitting.events) - 1, 30):  # the last one tells the scores besides
        output = Output("utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", output)
            patch.setenv("LINES", str(HEIGHT))
            patch.setenv("COLUMNS", str(WIDTH))
            replay._go(step)
        lines = _SEQUENCE.sub("", output.getvalue()).splitlines()
        assert len(lines) < HEIGHT and max(map(cell_len, lines)) <= WIDTH, "\n".join(lines)


WIDE = [
    ("kumata", 4, (), 20),
    ("kumata", 4, ("alliance",), 20),
    ("kauri", 2, (), 40),
    ("kauri", 4, (), 50),
    ("meerkat-kingdom", 2, ("automa",), 4),
    ("meerkat-kingdom", 3, (), 40),
]


@pytest.mark.parametrize(("name", "players", "variants", "every"), WIDE)
def test_no_line_of_a_screen_is_wider_than_it(name: str, players: int, variants: tuple[str, ...], every: int) -> None:
    state, rng = load(name, players, variants).new(), random.Random(players)
    decided, looked = 0, 0
    while state.kind != "over" and looked < 12:
        if state.kind == "chance":
            state.apply(state.sample_chance(rng))
            continue
        if decided % every == 0:
            for width, language, room in ((80, "en", 17), (80, "ja", 15), (60, "en", 17)):
                terminal = Terminal(width, colour=False, height=HEIGHT)
                lines = picture(state.position, None, language, terminal=terminal, room=room)
                assert max(map(cell_len, lines)) <= width, "\n".join(lines)
                looked += 1
        decided += 1
        state.apply(rng.choice(state.legal_moves()))
    assert looked > 2


@pytest.mark.parametrize(("players", "variants"), [(2, ("automa",)), (3, ())])
def test_what_is_left_out_for_want_of_lines_is_noted(players: int, variants: tuple[str, ...]) -> None:
    state, rng = load("meerkat-kingdom", players, variants).new(), random.Random(7)
    for _ in range(120):
        state.apply(state.sample_chance(rng) if state.kind == "chance" else rng.choice(state.legal_moves()))
    drawn = [picture(state.position, None, "en", terminal=Terminal(colour=False), room=room) for room in range(9, 22)]
    counts = [Counter(re.findall(r"[A-Za-z]+", " ".join(lines))) for lines in drawn]
    short = [lines for lines, words in zip(drawn, counts, strict=True) if not counts[-1] <= words]
    assert len(short) > 1
    for lines in short:
        assert "… in short; the whole: show" in "\n".join(lines), "\n".join(lines)
