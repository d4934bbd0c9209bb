"""At a terminal that answers every key: what is typed narrows the list down at once, return takes what is marked."""

import random
import signal
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoyle.runtime import load
from hoyle.runtime.cli import commands
from hoyle.runtime.cli.menu import Menu, _arranged
from hoyle.runtime.cli.pane import MARKED, Room, pane
from hoyle.runtime.cli.picking import Picking, Said
from hoyle.runtime.moves import Move
from hoyle.runtime.state import State
from live_terminal import BACKSPACE, DOWN, ESCAPE, TAB, UP, LiveTerminal
from pseudo_terminal import SHIPPED, Terminal

KUMATA = ("play", "kumata", "--players", "2", "--seed", "1", "--seat", "player_1=human")
KEYS = {"en": "Enter: take it", "ja": "Enter: 決める"}


def picking_of(state: State, language: str = "en", read: Callable[[str], Move | None] = lambda _: None) -> Picking:
    rules = state.game.rules
    menu = Menu(state, language)
    return Picking(menu, commands.words(language), lambda text: commands.of(rules, text, language) is not None, read)


def names(picking: Picking) -> list[str]:
    return [entry.name for entry in picking.entries]


@pytest.fixture
def nim() -> State:
    return load("nim").new(log=True)


@pytest.fixture
def hex_() -> State:
    return load("hex").new(log=True)


# ------------------------------------------------------------------------------------------------ what is meant


def test_every_letter_narrows_and_nothing_is_taken_that_is_not_marked(nim: State) -> None:
    picking = picking_of(nim)
    everything = names(picking)
    assert picking.marked is None and picking.enter() is None and names(picking) == everything
    counts = []
    for end in range(len("from heap d") + 1):
        picking.type("from heap d"[:end])
        counts.append(len(picking.entries))
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[-1] > 1
    picking.type("a")
    several = names(picking)
    assert len(several) > 1
    assert picking.enter() == Said("a")
    picking.move(1)
    assert picking.marked == 0
    picking.move(-1)
    assert picking.marked == len(several) - 1


def test_the_only_one_left_is_marked_and_taken(nim: State) -> None:
    picking = picking_of(nim)
    last = names(picking)[-1]
    picking.type(last)
    assert names(picking)[0] == last and picking.marked == 0
    move = picking.enter()
    assert isinstance(move, Move) and move.sentence() == last


def test_a_number_means_what_stood_behind_it_however_much_is_typed(hex_: State) -> None:
    picking = picking_of(hex_)
    fronts = {entry.front: entry.name for entry in picking.entries}
    for number, name in fronts.items():
        picking.type(number)
        assert picking.marked == 0 and picking.entries[0].name == name
        assert all(entry.front.startswith(number) for entry in picking.entries)
    picking.type("777")
    assert picking.enter() == Said("777")


def test_steps_are_gone_and_taken_back(hex_: State) -> None:
    picking = picking_of(hex_)
    first = names(picking)
    picking.move(1)
    assert picking.enter() is None and picking.text == "" and names(picking) != first
    picking.clear()
    assert names(picking) == first
    picking.type("3")
    assert picking.enter() is None
    picking.back()
    assert names(picking) == first


def test_what_is_typed_may_be_a_command_a_question_or_what_the_step_does_not_ask(hex_: State) -> None:
    picking = picking_of(hex_)
    for text in ("undo", "log 5", "?", "? place(Cell(1, 1))", "/score", "why place 3 3"):
        picking.type(text)
        assert picking.enter() == Said(text)
    picking.type("sco")
    assert names(picking) == ["score: the scores, with what paid them"] and picking.enter() == Said("score")
    picking.type("Cell(1, 1)")
    move = picking.enter()
    assert isinstance(move, Move) and move.notation == "place(Cell(1, 1))"


def test_a_move_that_is_written_out_is_marked(hex_: State) -> None:
    written = next(move for move in hex_.legal_moves() if move.notation == "place(Cell(3, 2))")
    picking = picking_of(hex_, read=lambda text: written if text == "put it there" else None)
    picking.type("put it there")
    assert picking.marked == 0 and picking.enter() == written


def test_wide_letters_are_read_as_narrow_ones() -> None:
    picking = picking_of(load("nim").new(log=True), "ja")
    picking.type("１")
    assert picking.marked == 0
    picking.type("待った")
    assert picking.enter() == Said("待った")


@pytest.mark.parametrize("room", [Room(80, 24, 20), Room(80, 24), Room(40, 10, 30), Room(20, 5), Room(2, 2)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_shown_fits_every_room(hex_: State, room: Room, language: str) -> None:
    for state in (hex_, load("kumata", players=3).new(log=True)):
        while state.kind == "chance":
            state.apply(state.outcomes()[0][0])
        picking = picking_of(state, language)
        picking.menu.list_all()
        picking.type("")
        for _ in range(30):
            seen = pane(picking, room)
            assert len(seen.head) + 1 + len(seen.below) <= max(3, room.rows)
            lines = ["".join(text for _, text in row).rstrip() for row in (*seen.head, *seen.below)]
            assert max(map(width, lines)) < max(room.columns, 9)
            assert picking.marked is None or any(MARKED in piece for row in seen.below for piece in row)
            picking.move(7)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_how_to_decline_is_seen_on_every_page_of_a_long_list(language: str) -> None:
    state, rng = load("meerkat-kingdom", players=2).new(log=True), random.Random(1)
    while state.kind == "chance" or len(state.legal_moves()) < 5 or not state.legal_moves()[-1].is_pass:
        state.apply(state.sample_chance(rng) if state.kind == "chance" else rng.choice(state.legal_moves()))
    picking, declines = picking_of(state, language), state.legal_moves()[-1].sentence(language)
    for _ in range(len(picking.entries)):
        seen = "\n".join("".join(text for _, text in row) for row in pane(picking, Room(80, 24, 20)).below)
        assert f"{len(picking.entries)}  {declines}" in seen
        picking.move(1)
    picking.menu.fit(4)
    lines = picking.menu.lines()
    assert len(lines) <= 4 and any(line.endswith(declines) for line in lines), "\n".join(lines)


def test_how_to_decline_is_seen_in_a_list_that_is_cut() -> None:
    items = [f"   {number}  Something {'that is long ' * 3}" for number in range(1, 9)] + ["   9  Nothing"]
    assert _arranged(items, "en", 4, items[-1], everything=False)[2:] == [
        "   9  Nothing",
        "      … and 6 lines more: type a part of what you mean, or all",
    ]


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


# ------------------------------------------------------------------------------------------------ at the terminal

Begin = Callable[..., LiveTerminal]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins the program at a terminal; whatever still runs is ended afterwards."""
    begun: list[LiveTerminal] = []

    def begin(*arguments: str) -> LiveTerminal:
        begun.append(LiveTerminal(tmp_path, *arguments))
        return begun[-1]

    yield begin
    for terminal in begun:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.close()


def test_a_game_is_played_key_by_key(begin: Begin) -> None:
    terminal = begin(*KUMATA)
    terminal.wait_for("Choose a clan", KEYS["en"])
    terminal.press("c")
    terminal.wait(lambda: "Crocodile" in terminal.marked and not any("1  Hippo" in line for line in terminal.lines))
    terminal.press(BACKSPACE, "1  Hippo", "2  Crocodile")
    terminal.press("zebra", "Nothing holds this")
    terminal.press(ESCAPE, "1  Hippo")
    assert terminal.line == "Player 1>" and terminal.marked == ""
    terminal.press("sco", "score: the scores, with what paid them")
    terminal.press("\r", "Player 1> score", "What paid the score of Player 1", "2  Crocodile")
    terminal.press(f"{DOWN}{TAB}{UP}")
    terminal.wait(lambda: "Hippo" in terminal.marked)
    terminal.press("\r", "Domino?")
    assert not any("1  Hippo" in line for line in terminal.lines)
    terminal.press("1\r", "So far: ")
    terminal.press(BACKSPACE, "1  0-")
    terminal.wait(lambda: not any("So far: " in line for line in terminal.lines))
    terminal.press("? lay_domino(d12, 3, 3, 4, 4)\r", "is not possible:")
    terminal.wait_for("Domino?", KEYS["en"])
    terminal.press("undo\r", "Chance has decided since", "Domino?")
    terminal.type("leave\r")
    assert terminal.close() == 0


def test_lists_longer_than_the_screen_and_a_screen_that_changes(begin: Begin) -> None:
    terminal = begin("play", "hex", "--lang", "ja", "--seed", "1", "--seat", "1=human")
    terminal.wait_for(KEYS["ja"])
    terminal.press("全部\r", "121")
    terminal.wait_for("121 のうち 1 - ", KEYS["ja"])
    for _ in range(30):
        terminal.type(DOWN)
    terminal.wait(lambda: " 30  " in terminal.marked)
    terminal.resize(40, 12)
    terminal.wait(lambda: " 30  " in terminal.marked and len(terminal.lines) <= 12)
    terminal.resize(100, 30)
    terminal.press(DOWN)
    terminal.wait(lambda: " 31  " in terminal.marked)
    terminal.type("\x03")
    assert terminal.close() == 130


def test_on_a_low_screen_the_whole_question_stays_in_sight(begin: Begin) -> None:
    terminal = begin("play", "kauri", "--players", "4", "--seed", "1", "--seat", "1=human")
    terminal.wait_for(KEYS["en"])
    assert any("Te H" in line for line in terminal.lines) and any("Welli" in line for line in terminal.lines)
    assert all(any(name in line for line in terminal.lines) for name in ("Maori", "Possum", "English", "Kiwi"))
    terminal.press("\x1b[B\r", KEYS["en"])
    assert any("Te H" in line for line in terminal.lines)
    terminal.type("\x03")
    terminal.close()


def test_what_is_pasted_is_one_line_and_makes_no_move(begin: Begin) -> None:
    terminal = begin(*KUMATA)
    terminal.wait_for(KEYS["en"])
    terminal.press("\x1b[200~1\nscore\nleave\n\x1b[201~", "Player 1> 1 score leave")
    terminal.press("\x15", "1  Hippo")  # Ctrl-U
    terminal.press("1\r1\rlog 1\r", "earlier ones are left out", "So far: ")  # typed in advance, each line is answered
    terminal.type("\x04")
    assert "Saved in" in terminal.read("\0never")
    assert terminal.close() == 0


def test_the_prompt_comes_back_after_a_line_that_was_too_long(begin: Begin) -> None:
    terminal = begin("play", "tic-tac-toe", "--seed", "1")
    terminal.wait_for(KEYS["en"])
    prompt = terminal.line
    assert prompt.endswith(">")
    for long, away in (("y" * 120, "\x15"), (f"\x1b[200~{'z ' * 90}\x1b[201~", ESCAPE)):
        terminal.press(long, "Nothing holds this")
        terminal.type(away)
        terminal.wait(lambda: terminal.line == prompt)
    terminal.press("1", f"{prompt} 1")
    terminal.type("\x03")
    terminal.close()


def test_the_screen_is_drawn_anew_with_the_position_and_what_is_typed(begin: Begin) -> None:
    terminal = begin(*KUMATA)
    terminal.wait_for("Choose a clan", KEYS["en"])
    terminal.press("1\r", "Domino?", KEYS["en"])
    terminal.press("2", "Player 1> 2")
    terminal.type("\x0c")
    terminal.wait(lambda: "Player 1 Total" in "".join(terminal.lines[:1]) and terminal.line == "Player 1> 2")
    terminal.press(ESCAPE, "1  0-0", "3  1-4", KEYS["en"])
    assert "Player 1 Total" in terminal.lines[0] and any("Domino?" in line for line in terminal.lines)
    terminal.type("\x03")
    terminal.close()


@pytest.mark.parametrize("how", ["key", "signal"])
def test_an_interruption_saves_and_leaves(begin: Begin, how: str) -> None:
    terminal = begin("play", "nim", "--seed", "1")
    terminal.wait_for(KEYS["en"])
    terminal.press("1\r", "Player 2: Take", KEYS["en"])
    if how == "key":
        terminal.type("\x03")
    else:
        terminal.process.send_signal(signal.SIGINT)
    assert "Saved in" in terminal.read("\0never")
    assert terminal.close() == 130


def test_nothing_of_a_hand_is_left_on_the_screen_for_the_next_person(begin: Begin) -> None:
    seats = ("--seat", "player_1=human", "--seat", "player_2=human")
    terminal = begin("play", "love-letter", "--players", "2", "--seed", "4", *seats)
    terminal.wait_for("Player 1, it is your turn")
    terminal.press("\r", KEYS["en"])
    terminal.wait_for("1  Play the Prince", KEYS["en"])
    terminal.type(f"{DOWN}\r1\r\r\r")  # what is typed in advance is not for the next person
    terminal.wait_for("press Enter: the screen is cleared for Player 2")
    terminal.press("\r", "Player 2, it is your turn")
    seen = [*terminal.scrolled, *terminal.lines]
    assert len(terminal.lines) == 1 and not any("Prince" in line or "King" in line for line in seen), seen
    terminal.press("\r", KEYS["en"])
    assert terminal.line == "Player 2>"
    terminal.type("leave\r")
    assert terminal.close() == 0


@pytest.mark.parametrize(("term", "colours"), [("dumb", True), ("xterm", False)])
def test_a_terminal_that_cannot_is_asked_line_by_line(tmp_path: Path, term: str, colours: bool) -> None:
    nim = ("play", "nim", "--seed", "1")
    terminal = Terminal(tmp_path, *nim, program=SHIPPED, term=term, answers_keys=colours)
    shown = terminal.read("Player 1> ")
    assert "\x1b" not in shown and "1  Take" in shown
    terminal.type("leave\n")
    assert terminal.close() == 0
