"""`hoyle verify` finds what breaks a promise, says it so that it can be understood, and remembers it."""

import re
from pathlib import Path

import pytest

from terminal import Said, call

JAR = """game Jar "A jar of beans" §JAR

players 2 to 3

option bonus: bool = false                           "Every third bean counts twice."

game has:
    beans: 0..9 = 0

play:
    players take turns:
        must add
        if beans >= 7: end game

action add(n: 1..2):                                 "Add {n}"                                 §JAR-1
    beans += n

"""
FEW = 'always few: beans <= 5                               "Never more than five."            §JAR-2\n'
STEP = "always one_more after add(n): beans == old(beans) + 1 and n > 0\n"
KEPT = "always below_ten: beans < 10\n"


def verified(folder: Path, promises: str, *more: str) -> Said:
    """`hoyle verify` of the jar with these promises."""
    path = folder / "jar.hoyle"
    path.write_text(JAR + promises, "utf-8")
    return call("verify", str(path), "--seed", "1", "--examples", "20", *more, home=folder)


def test_what_is_kept_is_kept_in_every_mode(tmp_path: Path) -> None:
    said = verified(tmp_path, KEPT)
    assert said.status == 0
    assert set(re.findall(r"^kept +(.*): 20 games", said.out, re.MULTILINE)) >= {"2p", "3p"}
    assert "bonus=true" in said.out
    assert said.out.endswith("60 games.\n")


def test_a_broken_promise_is_shown_with_its_clause_its_moves_and_what_it_read(tmp_path: Path) -> None:
    said = verified(tmp_path, FEW, "--players", "2")
    assert said.status == 1
    for text in (
        "broken promise: few [JAR-2]",
        f"{tmp_path / 'jar.hoyle'}:{JAR.count(chr(10)) + 1} (2p)",
        "Never more than five.",
        "beans <= 5",
        "after 3 steps:",
        "1  Player 1: Add 2",
        "3  Player 1: Add 2",
        "beans is 6",
        "game.beans: 4 -> 6",
    ):
        assert text in said.out


def test_a_promise_about_an_effect_is_told_with_the_state_before_it(tmp_path: Path) -> None:
    said = verified(tmp_path, FEW + STEP, "--players", "2")
    broken = said.out.partition("broken promise: one_more")[2]
    for text in ("after 1 step:", "n is 2", "beans is 2", "old(beans) is 0", "game.beans: 0 -> 2"):
        assert text in broken
    assert "broken promise: few" in said.out


def test_the_command_that_is_named_shows_the_game_again(tmp_path: Path) -> None:
    said = verified(tmp_path, FEW, "--players", "2")
    command = re.search(r"to see it again: hoyle (.*)", said.out)
    assert command is not None
    shown = call(*command[1].split(), home=tmp_path)
    assert shown.status == 0
    assert shown.out.count("Add 2") == 3


def test_what_was_found_comes_first_the_next_time(tmp_path: Path) -> None:
    assert verified(tmp_path, FEW, "--players", "2").status == 1
    found = [path for path in (tmp_path / "hoyle/verify/jar/2p").rglob("*") if path.is_file()]
    assert found
    again = verified(tmp_path, FEW, "--players", "2", "--examples", "1")
    assert again.status == 1
    assert "after 3 steps:" in again.out


def test_failures_can_be_forgotten(tmp_path: Path) -> None:
    verified(tmp_path, FEW, "--players", "2")
    assert verified(tmp_path, KEPT, "--players", "2", "--forget").status == 0
    assert not list(tmp_path.rglob("*.record"))


def test_a_failure_that_is_known_is_told_once(tmp_path: Path) -> None:
    said = verified(tmp_path, FEW)
    assert said.out.count("broken promise: few") == 1
    assert "3p: few, as with 2p" in said.out
    assert "3 of 3 modes break something." in said.out


def test_rules_that_cannot_go_on_are_found(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR.replace("0..9", "0..6"), "utf-8")
    said = call("verify", str(path), "--players", "2", "--seed", "1", home=tmp_path)
    assert said.status == 1
    assert "jar.hoyle:16" in said.out


def test_no_time_is_no_failure(tmp_path: Path) -> None:
    said = verified(tmp_path, FEW, "--time", "0")
    assert said.status == 0
    assert "no time was left" in said.out


def test_without_hypothesis_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.runtime.cli.verifying.find_spec", lambda _: None)
    said = verified(tmp_path, KEPT)
    assert said.status == 2
    assert "hoyle[verify]" in said.err


def test_a_game_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    assert call("verify", "no-such-game", home=tmp_path).status == 2


def test_a_ranking_that_meets_equals_at_the_end_is_found(tmp_path: Path) -> None:
    path = tmp_path / "jar.hoyle"
    path.write_text(JAR + "winner: rank p in players by most beans\n", "utf-8")
    said = call("verify", str(path), "--players", "2", "--seed", "1", "--examples", "5", home=tmp_path)
    assert said.status == 1
    assert "jar.hoyle:18" in said.out
