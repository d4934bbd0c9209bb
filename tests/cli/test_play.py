"""`hoyle play` with games written by hand: what is shown, what can be typed, what is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from golden import Golden
from hoyle.runtime.records import load_record
from terminal import call, handmade_games

EXPECTED = Path(__file__).parent / "expected"


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with handmade_games():
        yield


def test_without_a_terminal_bots_play_and_the_end_is_shown(golden: Golden) -> None:
    said = call("play", "dare", "--seed", "3")
    assert said.status == 0
    golden.check(EXPECTED / "play_bots.txt", said.transcript)


def test_the_same_seed_is_the_same_game_and_another_is_another() -> None:
    ends = [call("play", "dare", "--seed", seed).out.partition("\n")[2] for seed in ("1", "1", "2", "3", "4")]
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


def test_a_person_plays_by_number_notation_and_words(golden: Golden, tmp_path: Path) -> None:
    typed = "3\ntake(b, 2)\nTake 1 sticks from heap C heap\nheap b\n\nquit\n"
    said = call("play", "handnim", "--seed", "5", "--seat", "player_1=human", typed=typed, home=tmp_path)
    golden.check(EXPECTED / "play_three_ways.txt", said.out.replace(str(tmp_path), "STATE"))


def test_whatever_else_is_typed_is_answered_and_loses_nothing(golden: Golden, tmp_path: Path) -> None:
    typed = "?\nzebra\n0\n99\n99999999999999999999\nlay(\ntake(z, 1)\ntake(a, 7)\ntake(a)\npass\nwhy\nwhy take(b, 6)\n"
    typed += "why take(a, 1)\nwhy lay\nscore\nlog\nboard\nall\n,\n" + "x" * 2000 + "\n\x00\nquit\n"
    said = call("play", "handnim", "--seed", "5", "--seat", "player_1=human", typed=typed, home=tmp_path)
    assert said.status == 0
    golden.check(EXPECTED / "play_wrong_words.txt", said.out)


def test_in_japanese(golden: Golden) -> None:
    said = call("play", "handnim", "--seed", "5", "--seat", "先手=human", "--lang", "ja", typed="?\n1\n")
    assert said.status == 2  # this game has no such word: its seats are numbered
    said = call(
        "play", "handnim", "--seed", "5", "--seat", "プレイヤー1=human", "--lang", "ja", typed="?\n甲\ntake(a, 7)\n"
    )
    golden.check(EXPECTED / "play_japanese.txt", said.out.replace(str(Path.home()), "HOME"))


def test_a_secret_is_shown_to_its_owner_only_until_the_end(golden: Golden) -> None:
    said = call("play", "dare", "--seed", "3", "--seat", "Player 2=human", typed="log\n2\n2\n")
    golden.check(EXPECTED / "play_secret.txt", said.out)


def test_every_move_is_on_the_disk_before_the_next_question(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    said = call("play", "handnim", "--seat", "player-1=human", "--record", str(record), "--seed", "1", typed="1\n")
    assert said.status == 0
    assert f"Saved in {record}\nTo go on: hoyle resume {record}\n" in said.out
    assert [line.player for line in load_record(record).lines] == ["player_1", "player_2"]


def test_who_leaves_finds_the_game_again(tmp_path: Path) -> None:
    left = call("play", "handnim", "--seat", "player_1=human", "--seed", "1", typed="1\n", home=tmp_path)
    (saved,) = tmp_path.rglob("*.record")
    assert str(saved) in left.out
    again = call(
        "play", "handnim", "--seat", "player_1=human", "--resume", str(saved), typed="log\nquit\n", home=tmp_path
    )
    assert "Player 1: Take 1 sticks from heap A" in again.out
    assert list(tmp_path.rglob("*.record")) == [saved]  # it goes on in the same file


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text("mine\n")
    said = call("play", "handnim", "--record", str(record))
    assert (said.status, record.read_text()) == (2, "mine\n")
    assert "there already" in said.err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--seat", "player_9=human"], "no seat player_9"),
        (["--seat", "player_1"], "NAME=human"),
        (["--seat", "player_1=alien"], "'alien' cannot sit at a seat"),
        (["--seat", "player_1=human", "--seat", "player_1=random"], "given twice"),
        (["--record", "/nowhere/at/all.record"], "cannot be written"),
        (["--resume", "/nowhere/at/all.record"], "cannot be read"),
        (["--players", "0"], "--players"),
        (["--option", "misere"], "NAME=VALUE"),
        (["--option", "=x"], "NAME=VALUE"),
        (["--lang", "fr"], "--lang"),
        (["more"], "more is too much"),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(arguments: list[str], part: str) -> None:
    said = call("play", "handnim", *arguments)
    assert said.status == 2
    assert part in said.err
    assert said.out == ""
