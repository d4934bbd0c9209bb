"""At the table: how a move is chosen, what is told of what happened, and what else can be asked for."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.runtime import load
from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import generator, settle
from hoyle.runtime.cli.menu import LISTED, Menu
from hoyle.runtime.cli.typed import meant
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from pseudo_terminal import SHIPPED, Terminal
from terminal import Said, call

PUSH = """game Push

players 2

game has:
    pile_up: 0..9
    last: 0..6

each Player has:
    points: 0..99

play:
    players take turns:
        must push
        if you.points >= 9: end game won by you

action push:                        "Push your luck"
    roll die: 1..6
    last = die
    if die > 1: you.points += die
"""


@pytest.fixture(scope="module")
def kumata() -> Game:
    return load("kumata", players=2)


@pytest.fixture
def state(kumata: Game) -> State:
    """The first turn of a game."""
    state = kumata.new(log=True)
    while len(state.legal_moves()) <= LISTED:  # clans are chosen
        state.apply(state.legal_moves()[0])
        settle(state, generator("table"))
    return state


def texts(menu: Menu) -> list[str]:
    return [option.name for option in menu.options]


def test_many_moves_are_chosen_in_steps_by_what_still_leads_to_a_move(state: State) -> None:
    menu = Menu(state, "en")
    assert len(menu.moves) > LISTED
    tops = {move.args["d"] for move in menu.moves}
    assert {option.words[0] for option in menu.options} == tops
    assert sum(len(option.moves) for option in menu.options) == len(menu.moves)
    first = menu.options[0]
    assert menu.pick(first) is None and menu.left == first.moves
    while (option := menu.numbered(1)) is not None and (move := menu.pick(option)) is None:
        assert set(menu.left) < set(first.moves)
    assert move in first.moves


def test_every_word_offered_is_understood(state: State) -> None:
    """By its number, its name and its notation, each option leads to the same moves."""
    menu = Menu(state, "en")
    for _ in range(2):
        for number, option in enumerate(list(menu.options), 1):
            assert menu.numbered(number) is menu.options[number - 1]
            for word in (option.name, *option.words):
                found = menu.named(word)
                assert found is not None and found.moves == option.moves, word
        menu.pick(menu.options[0])


def test_one_step_back_and_all_the_way(state: State) -> None:
    menu = Menu(state, "en")
    asked = texts(menu)
    assert not menu.back()
    menu.pick(menu.options[0])
    menu.filter("3")
    assert len(menu.steps) == 2
    assert menu.back() and menu.back() and texts(menu) == asked
    menu.pick(menu.options[0])
    menu.reset()
    assert texts(menu) == asked


def test_a_number_is_no_part_of_a_longer_one() -> None:
    game = load("hex")
    menu = Menu(game.new(), "en")
    assert menu.filter("Cell(1, 1)")
    assert {move.notation for move in menu.left} == {"place(Cell(1, 1))"}


def test_moves_that_differ_in_a_number_are_chosen_by_it() -> None:
    """Whoever types 13 bids 13, also when lower bids are gone."""
    state = load("goofspiel").new(log=True)
    settle(state, generator("bids"))
    menu = Menu(state, "en")
    assert menu.filter("Bid")
    menu.options = menu.options[4:]
    for option in menu.options:
        assert menu.numbered(int(option.name.removeprefix("Bid "))) is option
    assert menu.numbered(1) is None


def test_nothing_listed_is_longer_than_the_screen_or_wider(state: State) -> None:
    for language in ("en", "ja"):
        for menu in (Menu(state, language), Menu(load("hex").new(), language)):
            lines = menu.lines()
            assert len(lines) <= 22
            assert max(map(width, lines)) <= 80


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("lay_domino(d12, Cell(0, 1), Cell(1, 1))", "lay_domino(d12, Cell(0, 1), Cell(1, 1))"),
        ("lay_domino(d12, 0, 1, 1, 1)", "lay_domino(d12, Cell(0, 1), Cell(1, 1))"),
        ("lay_domino d12 0,1 1,1", "lay_domino(d12, Cell(0, 1), Cell(1, 1))"),
        ("Lay Domino (1-2, (0,1))", "lay_domino(d12, Cell(0, 1))"),
        ("1-2 0 1", "lay_domino(d12, Cell(0, 1))"),
        ("1-2", "lay_domino(d12)"),
        ("lay_domino", "lay_domino"),
        ("lay_domino(d12", None),
        ("zebra", None),
        ("lay_domino(zebra)", None),
        ("1-2 0", None),
    ],
)
def test_moves_may_be_written_freely(state: State, text: str, notation: str | None) -> None:
    assert meant(state.position, text, "en") == notation


def test_places_are_meant_by_their_numbers_and_members_by_their_names() -> None:
    game = load("tic-tac-toe")
    assert meant(game.new().position, "place(1, 2)", "en") == "place(Cell(1, 2))"
    assert meant(load("nim").new().position, "take b 2", "en") == "take(b, 2)"


# ------------------------------------------------------------------------------------------------ what is told


@pytest.fixture
def push(tmp_path: Path) -> Iterator[str]:
    path = tmp_path / "push.hoyle"
    path.write_text(PUSH, "utf-8")
    yield str(path)


def test_a_move_that_was_the_only_one_is_told(push: str) -> None:
    out = call("play", push, "--seed", "1", "--seat", "player_1=human", "--seat", "player_2=human").out
    assert "Push your luck" in out and "nothing else was possible" in out


def played(*arguments: str, typed: str, home: Path | None = None) -> Said:
    said = call("play", *arguments, typed=typed, home=home)
    assert said.status == 0, said
    return said


LETTER = ("love-letter", "--players", "2", "--seed", "4", "--seat", "player_1=human", "--seat", "player_2=random")


def test_what_is_drawn_is_told_with_who_has_it_and_what_is_laid_down_with_its_name() -> None:
    out = played(*LETTER, typed="1\n1\nlog\n").out
    assert "Chance: Drawn: King\n    Player 1: Hand +King" in out
    assert "Player 2: Play the ?\n    Player 2: Hand 2 hidden -> 1 hidden, Played +" in out


def test_what_a_card_that_one_does_not_hold_is_told_by_its_name() -> None:
    out = played(*LETTER, typed="play_card(guard)\n? play guard\n").out
    assert out.count("Guard is not possible here.") == 2


def test_a_number_means_what_is_on_the_screen(tmp_path: Path) -> None:
    arguments = ("kumata", "--seed", "1", "--players", "3", "--seat", "player_1=human")
    out = played(*arguments, typed="1\n? 1\n1\nback\n77\n? 1\n", home=tmp_path).out
    assert "0-0 is possible here." in out
    assert "So far: 0-0 (" in out
    assert "77 stands in front of nothing here. Numbers: 1 - 2." in out


def test_undo_takes_a_choice_back_and_no_secret_roll_or_move_of_others(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    nim = ("nim", "--seed", "1", "--seat", "player_1=human", "--record", str(record))
    out = played(*nim, typed="undo\n1\nundo\n").out
    assert "not chosen anything yet" in out
    assert "Taken back, with what followed (2 events)." in out
    assert record.read_text().endswith("\n\n")
    two = ("nim", "--seed", "1", "--seat", "player_1=human", "--seat", "player_2=human")
    assert "Player 1 has moved since" in played(*two, typed="1\nundo\n").out
    again = played(*two, "--allow-takeback", typed="1\nundo\n").out
    assert again.rstrip().endswith("Player 1>\nYou left the game. It was not recorded.") or "Player 1> \n" in again
    assert "Chance has decided since" in played(*LETTER, typed="1\n1\nundo\n").out


def test_undo_and_the_same_again_is_the_same_game(tmp_path: Path) -> None:
    files = [tmp_path / "one.record", tmp_path / "two.record"]
    pig = ("pig", "--seed", "7", "--seat", "player_1=human", "--allow-takeback")
    for file, typed in zip(files, ("roll\nroll\n", "roll\nundo\nroll\nroll\nundo\nroll\n"), strict=True):
        played(*pig, "--record", str(file), typed=typed)
    assert files[0].read_text() == files[1].read_text()


def test_the_score_sheet_says_what_paid_and_tells_no_secret(tmp_path: Path) -> None:
    out = played("kumata", "--seed", "1", "--players", "3", "--seat", "player_1=human", typed="1\nscore player 2\n").out
    assert "What paid the score of Player 2:" in out
    sheet = out[out.index("What paid the score of Player 2:") :]
    assert re.search(r"\[KU-8.1\]\n    The values of all halves [^:]*\n      Cell\(.*: 3 each, 6 together\n", sheet)
    assert "zebra is no player here, no source of points" in played(*LETTER, typed="score zebra\n").out


def test_the_scores_of_one_source_and_of_one_thing_are_told_for_all(tmp_path: Path) -> None:
    kumata = ("kumata", "--seed", "1", "--players", "2", "--seat", "player_1=human")
    out = played(*kumata, typed="1\nscore visible tops\nscore 2-3\n").out
    assert out.count("Visible tops of stacks: ") == 2 and "Visible squares and halves: " not in out
    assert re.search(r"Player \d: 5 from 2-3 \(Visible tops of stacks\) \[KU-8.2\]", out)


@pytest.mark.parametrize("key", ["cli.play.typing", "cli.replay.typing"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_fits_the_screen(language: str, key: str) -> None:
    lines = message(language, key, example="").splitlines()
    assert max(map(width, lines)) <= 80 and len(lines) <= 22


def test_a_hint_is_a_legal_move() -> None:
    out = played("tic-tac-toe", "--seed", "1", "--seat", "1=human", typed="hint\n").out
    assert "(place(Cell(" in " ".join(out.split()) and "thinks ahead" in " ".join(out.split())


def test_commands_are_understood_in_japanese_and_wide_digits_are_digits() -> None:
    out = played(
        "nim", "--seed", "1", "--seat", "1=human", "--lang", "ja", typed="１\n待った\n盤面\nもどる\nやめる\n"
    ).out
    assert "取り消しました" in out and "まだ何も選んでいません" in out


def test_at_a_terminal_that_is_resized_or_dumb_everything_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "nim", "--seed", "1", program=SHIPPED)
    terminal.read("Player 1> ")
    terminal.resize(20, 5)
    terminal.type("zebra\n")
    assert "No move here holds 'zebra'" in terminal.read("Player 1> ")
    terminal.type("leave\n")
    assert terminal.close() == 0


def test_a_record_is_stepped_through_forward_and_back_as_any_player_sees_it(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    played(*LETTER[:5], "--record", str(record), typed="")
    terminal = Terminal(tmp_path, "replay", str(record), "--as", "Player 2", program=SHIPPED)
    end = "?)> "
    first = terminal.read(end)
    assert "The beginning" in first and "0/" in first
    shown = []
    for typed in ("", "n 6", "b", "0", "9999", "zebra", "as player 1", "as nobody", "score", "log", "l", "n", "?"):
        terminal.type(f"{typed}\n")
        shown.append(terminal.read(end))
    forward, ahead, back, begin, no_step, bad, other, nobody, _, _, last, after, help_ = shown
    assert "   1  Chance: Drawn: " in forward and "1/" in forward
    assert "7/" in ahead and "6/" in back and "The beginning" in begin
    assert "numbered from 0 to" in no_step and "'zebra' is not known" in bad
    assert "As Player 1 sees it." in other and "Nobody here is called nobody" in nobody
    assert "The game is over" in last and "the end of the record" in after and "Enter, n" in help_
    terminal.type("q\n")
    assert terminal.close() == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("? Put a mark on Cell(1, 1)", "place(Cell(1, 1)) is not possible"),
        ("? put", "place is possible here"),
        ("? Put a mark on Cell(0, 0)", "Put a mark on Cell(0, 0) is possible here"),
        ("plcae 1 1", "Did you mean Place?"),
        ("scroe", "Did you mean score?"),
    ],
)
def test_moves_are_asked_about_in_the_words_of_the_screen_and_slips_are_named(text: str, said: str) -> None:
    typed = f"place 1 1\n{text}\n"
    out = played("tic-tac-toe", "--seed", "1", "--seat", "1=human", typed=typed).out
    assert said in " ".join(out.split())


def test_a_slip_is_told_what_stands_on_the_screen_not_what_rules_call_it() -> None:
    options = ("--players", "2", "--seed", "2", "--seat", "1=human", "--lang", "ja")
    out = "".join(played("meerkat-kingdom", *options, typed="place_quen\n").out.split())
    assert "…に女王を置く" in out and "place_queen" not in out and "のことですか？説明は「?」" in out


def test_no_sentence_that_is_understood_in_part_makes_a_move(state: State) -> None:
    for text in ("Lay zebra", "Lay 1-2 somewhere nice", "lay"):
        assert meant(state.position, text, "en") is None
        assert meant(state.position, text, "en", loosely=True) is not None
