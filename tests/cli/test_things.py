"""What `hoyle play` shows of things: what is printed on them, who has what there, and tables that are drawn."""

from __future__ import annotations

from pathlib import Path

from terminal import call

GAME = """game Herd "Herd"

players 2

table Place:
    place | q | r | beside
    north | 1 | 0 | {west, east}
    west  | 0 | 1 | {north, east}
    east  | 1 | 1 | {north, west}

table Field:
    field | values    | wet   | copies
    4     | [4, 2]    | true  | 1
    5     | [5, 3, 1] | false | 1

each Place has:
    field: Field or none = none

each Field has:
    fence: bool = false

each Player has:
    sheep[Field]: 0..9 = 0
    tired[Field]: 0..3 = 0

setup:
    north.field = 4
    east.field = 5
    player_2.sheep[5] = 3

play:
    players take turns:
        must graze
        end game

action graze(f: Field):
    you.sheep[f] += 1
"""


def shown(tmp_path: Path) -> str:
    file = tmp_path / "herd.hoyle"
    file.write_text(GAME, encoding="utf-8")
    said = call("play", str(file), "--seat", "player_1=human", typed="quit\n", home=tmp_path)
    return said.out


def test_a_table_with_coordinates_is_drawn(tmp_path: Path) -> None:
    assert "  [4]\n[]  [5]\n\n" in shown(tmp_path)


def test_what_is_printed_on_things_is_told(tmp_path: Path) -> None:
    lines = shown(tmp_path).splitlines()
    rows = {line.split("  ")[0]: line.split()[1:] for line in lines}
    assert rows["Values"] == ["4/2", "5/3/1"]
    assert rows["Wet"] == ["yes", "no"]
    assert "Copies" not in rows


def test_what_players_have_on_things_is_told_there(tmp_path: Path) -> None:
    lines = shown(tmp_path).splitlines()
    lines = [line for line in lines if "->" not in line]  # what moves would change
    assert [line.split() for line in lines if "sheep" in line.casefold()] == [["Player", "2:", "sheep", "-", "3"]]


def test_rows_in_which_nobody_has_anything_are_left_out(tmp_path: Path) -> None:
    assert "ired" not in shown(tmp_path)
