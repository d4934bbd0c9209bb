"""A game that was left, killed or cut off goes on where it was, and ends as if nothing had happened."""

import random
import re
import signal
from pathlib import Path

import pytest

from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import RecordWriter, load_record
from pseudo_terminal import Terminal
from terminal import call, handmade_games

DARE = ("play", "dare", "--seed", "3", "--seat", "player_1=human")


def moves_of(path: Path) -> list[str]:
    return [str(line) for line in load_record(path, mend=True).lines]


def test_a_game_that_is_killed_at_any_moment_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole = tmp_path / "whole.record"
    with handmade_games():
        assert call(*DARE, "--record", str(whole), typed="1\n" * 9).status == 0
    rng, record = random.Random(1), tmp_path / "killed.record"
    arguments: tuple[str, ...] = (*DARE, "--record", str(record))
    for _ in range(3):
        terminal = Terminal(tmp_path, *arguments)
        if "Player 1> " in terminal.read("Player 1> "):
            terminal.type("1\n" * rng.randint(1, 2))
            if rng.random() < 0.5:
                terminal.read("Player 1: ")
        terminal.process.send_signal(signal.SIGKILL)
        terminal.close()
        assert moves_of(record) == moves_of(whole)[: len(moves_of(record))]
        arguments = ("resume", str(record))
    with handmade_games():
        if len(moves_of(record)) < len(moves_of(whole)):
            assert call("resume", str(record), typed="1\n" * 9).status == 0
    assert moves_of(record) == moves_of(whole)


def test_a_line_that_was_cut_off_is_left_out_with_a_message(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    with handmade_games():
        call(*DARE, "--record", str(record), typed="1\n")
        before = moves_of(record)
        record.write_text(record.read_text() + "player_1 thr")
        said = call("resume", str(record), typed="leave\n")
    assert said.status == 0
    assert "the last line was cut off ('player_1 thr')" in said.err
    assert f"after {len(before)} decisions and outcomes" in said.out
    assert moves_of(record) == before and not record.read_text().endswith("thr")


def test_replay_and_why_look_at_a_record_that_was_cut_off(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    with handmade_games():
        call(*DARE, "--record", str(record), typed="1\n")
        record.write_text(record.read_text() + "player_1 thr")
        for arguments in (["replay", str(record)], ["why", "dare", str(record), "pair(red, blue)"]):
            said = call(*arguments)
            assert said.status in (0, 1) and "was cut off" in said.err


def test_what_contradicts_the_record_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    arguments = ("play", "kumata", "--players", "2", "--seed", "1", "--record", str(record))
    call(*arguments, "--seat", "player_1=human", typed="1\n")
    for more, part in (
        (["--players", "3"], "2 players"),
        (["--seed", "2"], "--seed 1, not 2"),
        (["--option", "clan_assignment=random"], "clan_assignment chosen, not random"),
    ):
        said = call("play", "kumata", "--resume", str(record), *more)
        assert said.status == 2 or more[0] == "--players", said
        assert part in said.err


def test_a_game_goes_on_in_another_file_if_that_is_asked_for(tmp_path: Path) -> None:
    record, other = tmp_path / "game.record", tmp_path / "other.record"
    with handmade_games():
        call(*DARE, "--record", str(record), typed="1\n")
        before = record.read_text()
        assert call("resume", str(record), "--record", str(other), typed="1\nleave\n").status == 0
    assert record.read_text() == before
    assert moves_of(other)[: len(moves_of(record))] == moves_of(record) != moves_of(other)


def test_games_of_rules_of_ones_own_are_found_again(tmp_path: Path) -> None:
    rules = tmp_path / "here" / "mine.hoyle"
    rules.parent.mkdir()
    rules.write_text(
        "game Mine\n\nplayers 2\n\ngame has:\n    last: 0..3\n\nplay:\n    for you in players: must say_it\n\n"
        "action say_it(n: 1..3):\n    last = n\n"
    )
    record = rules.with_name("game.record")
    played = call("play", str(rules), "--seed", "1", "--record", str(record))
    assert played.status == 0, played
    assert "rules: mine.hoyle\n" in record.read_text()
    moved = tmp_path / "there"
    rules.parent.rename(moved)
    assert call("replay", str(moved / "game.record")).status == 0


def test_unfinished_games_are_listed(tmp_path: Path) -> None:
    assert "no unfinished game" in call("resume", home=tmp_path).out
    with handmade_games():
        call(*DARE, typed="1\n", home=tmp_path)
        call("play", "handnim", "--seed", "1", "--seat", "player_1=human", typed="leave\n", home=tmp_path)
    said = call("resume", home=tmp_path)
    (kept,) = tmp_path.rglob("*.record")  # where nothing was chosen nothing is kept
    assert f"hoyle resume {kept}" in said.out
    assert re.search(r"Dare, players: 2, last played \d{4}-\d\d-\d\d \d\d:\d\d, decisions: \d+\n", said.out)


def test_a_game_in_a_file_of_ones_own_is_listed_too_until_it_is_gone(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    with handmade_games():
        call(*DARE, "--record", str(record), typed="1\n", home=tmp_path)
    assert f"hoyle resume {record}\n" in call("resume", home=tmp_path).out
    copy = tmp_path / "copy.txt"
    with handmade_games():
        call("resume", str(record), "--record", str(copy), typed="1\n", home=tmp_path)
    assert f"hoyle resume {copy}\n" in call("resume", home=tmp_path).out
    copy.unlink()
    record.unlink()
    assert "no unfinished game" in call("resume", home=tmp_path).out


def test_a_full_disk_does_not_end_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, write = tmp_path / "game.record", RecordWriter._put

    def full(writer: RecordWriter, text: str) -> None:
        if writer.path == record and "take" in text:
            raise RecordError("record.unwritable", name=str(record), why="there is no room left")
        write(writer, text)

    monkeypatch.setattr(RecordWriter, "_put", full)
    typed = f"1\nsave {tmp_path / 'copy.record'}\nleave\n"
    with handmade_games():
        said = call(
            "play", "handnim", "--seat", "player_1=human", "--seed", "1", "--record", str(record), typed=typed,
            home=tmp_path,
        )  # fmt: skip
    assert said.status == 0, said.err
    assert "there is no room left. Lines not on the disk: 2. The game goes on" in " ".join(said.out.split())
    assert "The whole game is in " in said.out
    copies = [path for path in tmp_path.rglob("*.record") if path != record]
    assert [len(moves_of(path)) for path in copies] == [2, 2]


def test_that_all_agreed_to_take_back_is_kept_when_the_game_goes_on(tmp_path: Path) -> None:
    two = ("--seat", "player_1=human", "--seat", "player_2=human")
    for name, agreed in (("agreed", ("--allow-takeback",)), ("not", ())):
        record, copy = tmp_path / f"{name}.record", tmp_path / f"{name}-2.record"
        assert call("play", "nim", *two, *agreed, "--record", str(record), typed="1\n").status == 0
        assert call("resume", str(record), "--record", str(copy), typed="leave\n").status == 0
        for file in (record, copy):
            assert load_record(file).setting.takeback == bool(agreed)
            said = call("resume", str(file), typed="undo\n")
            assert ("Taken back" in said.out) == bool(agreed)
