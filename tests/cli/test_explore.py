"""`hoyle explore`: what it says, in which language, and how it ends."""

import json
import re
from pathlib import Path

from terminal import call

JAR = """game Jar "A jar of beans"

players 2

game has:
    beans: 0..9 = 0

play:
    players take turns:
        must add
        if beans >= 7: end game

action add(n: 1..2):                                 "Add {n}"
    require room: beans < 9                          "The jar is full."
    beans += n

always few: beans <= 5                               "Never more than five."            §JAR-2
"""


def jar(folder: Path) -> str:
    path = folder / "jar.hoyle"
    path.write_text(JAR, "utf-8")
    return str(path)


def test_a_game_that_keeps_its_promises_is_summed_up(tmp_path: Path) -> None:
    said = call("explore", "tic-tac-toe", "--symmetry", home=tmp_path)
    assert (said.status, said.err) == (0, "")
    for text in (
        "5,478 different states",
        "765 of them; 8 symmetries",
        "255,168 games, the shortest 5",
        "All 2 promises",
    ):
        assert text in said.out


def test_a_failure_is_shown_with_the_command_that_replays_it(tmp_path: Path) -> None:
    said = call("explore", jar(tmp_path), home=tmp_path)
    assert said.status == 1
    for text in ("broken promise: few [JAR-2]", "Never more than five.", "after 3 steps:", "beans is 6", "room"):
        assert text in said.out
    (command,) = re.findall(r"to see it again: hoyle (.*)", said.out)
    assert call(*command.split()).status == 0


def test_it_speaks_japanese(tmp_path: Path) -> None:
    said = call("explore", jar(tmp_path), "--lang", "ja", home=tmp_path)
    assert "破られた約束：few" in said.out
    assert "プレイヤー1: Add 2" in said.out


def test_json_holds_everything(tmp_path: Path) -> None:
    said = call("explore", jar(tmp_path), "--format", "json", home=tmp_path)
    found = json.loads(said.out)
    assert (found["complete"], found["states"], sum(found["by_depth"])) == (True, found["followed"], found["states"])
    assert [failure["name"] for failure in found["failures"]] == ["few"]
    assert found["failures"][0]["moves"][0] == {"who": "player_1", "move": "add(2)", "said": "Player 1: Add 2"}
    assert found["unreached"]["requirements"] == ["add.room"]


def test_what_a_limit_stops_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    said = call("explore", "tic-tac-toe", "--states", "1000", home=tmp_path)
    assert said.status == 0
    assert "hold so far" in said.out
    assert "Stopped at 1,0" in said.err
    (command,) = re.findall(r"To go on: hoyle (.*)", said.err)
    assert "5,478 different states" in call(*command.split(), home=tmp_path).out


def test_what_cannot_be_gone_on_with_is_wrong_use(tmp_path: Path) -> None:
    said = call("explore", "nim", "--resume", jar(tmp_path), home=tmp_path)
    assert (said.status, said.err) == (2, f"hoyle: {tmp_path / 'jar.hoyle'} holds no exploration, or a damaged one.\n")
    assert call("explore", "nim", "--resume", str(tmp_path / "nothing")).status == 2
    assert call("explore", "nim", "--states", "0").status == 2
