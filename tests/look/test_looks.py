"""What look files mean: values over a view, what a variant changes, what is left to the automatic drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime.cli.drawing import draw, scene_of
from hoyle.runtime.cli.panel import picture, seen_by
from hoyle.runtime.loader import load
from hoyle.runtime.look import evaluate
from hoyle.runtime.look.scene import Scene
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.look.svg import svg
from hoyle.runtime.views import observation

GAME = """game Yard

players 2

type Cell: grid(3, 1)
type Colour: red, green, blue

table Tool:
    tool  | weight | of_colour
    rake  | 3      | red
    spade | 5      | green

each Cell has:
    tool: Tool or none = none
    n: 0..9 = 4

each Player has:
    hand: bag of Tool = {rake, spade}, seen by owner
    deck: pile of Tool = [spade, rake], top seen by all
    secret: 0..9 = 7, seen by owner

game has:
    kept: set of Colour = {red, blue}

define heavy(t: Tool) = t.weight > 4
define grade(n: 0..9):
    1   if n > 3
    0   otherwise

setup:
    Cell(1, 0).tool = spade

play:
    player_1 must wait

action wait:
    end game

scoring:
    points: you.secret
"""
TERMINAL = Terminal(80, colour=False)


def scene(folder: Path, look: str, viewer: int | None = 0, variants: tuple[str, ...] = ()) -> Scene:
    (folder / "yard.hoyle").write_text(GAME, "utf-8")
    (folder / "yard-look.hoyle").write_text(f"look of Yard\n\n{look}", "utf-8")
    state = load(folder / "yard.hoyle", variants=variants).new()
    return scene_of(state.position, seen_by(state.position, viewer), "en")


VALUES = {
    "sum(c.n for c in Cell)": "12",
    "count(c in Cell where c.tool == none)": "2",
    "max(t.weight for t in Tool)": "5",
    "(the c in Cell where c.tool != none).tool.weight": "5",
    "1 if heavy(spade) and not heavy(rake) else 0": "1",
    "grade(Cell(0, 0).n) + grade(0)": "1",
    "Cell(2, 0).east.n": "",  # off the board: undefined, so nothing
    "[t.weight for t in Tool]": "3/5",
    "{t.of_colour for t in Tool} + kept": "Red/Green/Blue",
    "kept & {red, green}": "Red",
    "red in kept and some c in Cell has c.n > 3": "Line",
    "no c in Cell has c.n > 8": "Line",
    "every c in Cell has c.x < 2": "",
    "count(player_1.hand)": "2",
    "count(player_2.hand)": "2",  # how many is public
    "player_1.secret": "7",
    "player_2.secret": "?",
    "player_2.secret + 1": "?",
    "1 if player_2.secret > 3 else 0": "?",
    "5 if true or player_2.secret == 1 else 0": "5",
    "count(t in player_2.hand where t == rake)": "?",
    "top(player_2.deck)": "Spade",
    "score(player_1, points)": "7",
    "total(player_2)": "?",
    "-7 // 2": "-4",
    "index(blue)": "3",
    "first(sort([3, 1, 2]))": "1",
    "[4, 5, 6][2]": "5",
}


def test_expressions_mean_over_a_view_what_they_mean_in_rules(tmp_path: Path) -> None:
    lines = "".join(f'    write n{i}: {e}    "Line"\n' for i, e in enumerate(VALUES))
    (area,) = scene(tmp_path, f"area all:\n{lines}").areas
    found = {e: " ".join(text.text for text in row.texts) for e, row in zip(VALUES, area.rows, strict=True)}
    assert found == VALUES


def test_a_spectator_sees_what_everybody_sees(tmp_path: Path) -> None:
    (area,) = scene(tmp_path, "area all:\n    write line: player_1.secret\n", viewer=None).areas
    assert [text.text for row in area.rows for text in row.texts] == ["?"]


@pytest.mark.parametrize(
    ("value", "drawn"),
    [
        ("p.hand", [("Rake", 1), ("Spade", 1)]),
        ("p.deck", [("Spade", 2)]),
        ("kept", [("Red", 1), ("Blue", 1)]),
        ("p.secret - 7", []),
        ("3", [("Things", 3)]),
        ("p == player_1", [("Things", 1)]),
    ],
)
def test_what_a_mark_shows_depends_on_the_type_of_its_value(
    value: str, drawn: list[tuple[str, int]], tmp_path: Path
) -> None:
    first, _ = scene(tmp_path, f'area seat for p in players:\n    mark things: {value}    "Things"\n').areas
    assert [(mark.said, mark.count) for row in first.rows for mark in row.marks] == drawn


# ------------------------------------------------------------------------------------------------ variants

BOARD = "board yard for c in Cell:\n    mark tool: c.tool\n    write n: c.n\n\n"


def _variant(folder: Path, name: str, rules: str, look: str | None = None) -> None:
    (folder / f"{name.lower()}.hoyle").write_text(f"variant {name} of Yard\n\n{rules}", "utf-8")
    if look is not None:
        (folder / f"{name.lower()}-look.hoyle").write_text(f"look of {name}\n\n{look}", "utf-8")


def test_a_look_of_a_variant_wins_by_name(tmp_path: Path) -> None:
    own = 'board yard for c in Cell:    "Its own"\n    write n: c.n + 1\n'
    _variant(tmp_path, "Wide", "replace type Cell: grid(4, 1)\n", own)
    base, wide = scene(tmp_path, BOARD), scene(tmp_path, BOARD, variants=("Wide",))
    assert [board.title for board in (*base.boards, *wide.boards)] == ["Yard", "Its own"]
    assert [text.text for place in wide.boards[0].places for text in place.texts] == ["5"] * 4


def test_lines_that_do_not_fit_a_variant_are_left_out(tmp_path: Path) -> None:
    _variant(tmp_path, "Bare", "remove field Cell.n\n")
    (board,) = scene(tmp_path, BOARD, variants=("Bare",)).boards
    assert [mark.said for place in board.places for mark in place.marks] == ["Spade"]
    assert not any(place.texts for place in board.places)


def test_a_board_that_no_look_draws_is_drawn_field_by_field(tmp_path: Path) -> None:
    scene(tmp_path, "area all:\n    write kept: kept\n")
    position = load(tmp_path / "yard.hoyle").new().position
    drawn = draw(position, observation(position, 0), "en", TERMINAL)
    assert drawn is not None and "Cell.tool" not in drawn.shown
    assert any(line.startswith("0   |") and "S" in line for line in picture(position, 0, "en", terminal=TERMINAL))


def test_a_mistake_in_the_look_of_the_game_itself_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError, match="E0206"):
        scene(tmp_path, "board yard for c in Cell:\n    write n: c.m\n")


def test_a_look_is_no_part_of_the_identity(tmp_path: Path) -> None:
    scene(tmp_path, BOARD)
    first = load(tmp_path / "yard.hoyle").identity
    scene(tmp_path, "area all:\n    write kept: kept\n")
    assert load(tmp_path / "yard.hoyle").identity == first


def test_texts_are_escaped(tmp_path: Path) -> None:
    drawn = scene(tmp_path, 'area all:    "<b> & \'c\'"\n    write kept: kept    "<script>"\n')
    assert "<script>" not in svg(drawn) and "&lt;script&gt;" in svg(drawn)


def test_a_look_that_walks_for_ever_is_drawn_within_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "MOST_STEPS", 5_000)
    lines = "".join(f"    write n{i}: count([a for a in 1..300, b in 1..300 where a + b == 0])\n" for i in range(2))
    (area,) = scene(tmp_path, f"area all:\n{lines}").areas
    assert [text.text for row in area.rows for text in row.texts][-1] == "?"


def test_an_expression_that_is_too_deep_is_told(tmp_path: Path) -> None:
    deep = "not (" * 70 + "true" + ")" * 70
    with pytest.raises(DiagnosticError, match="E0905"):
        scene(tmp_path, f"area all:\n    mark deep: {deep.replace('true', 'player_1.secret == 1')}\n")


WALLED = """game Walled

players 2

type Cell: grid(3, 2)
type Side: edges(Cell)

each Side has:
    wall: bool = false
    door: bool = false
    ford: bool = false

setup:
    Side(Cell(0, 0), Cell(1, 0)).wall = true
    Side(Cell(1, 0), Cell(1, 1)).ford = true
    Side(Cell(1, 1), Cell(2, 1)).door = true

play:
    player_1 must wait

action wait:
    end game
"""
WALLS = """look of Walled

board cells for c in Cell:
    layout: squares
    ground land: true as sand

borders sides for s in Side:
    mark wall: s.wall as wall brown
    mark ford: s.ford as wave blue
    mark door: s.door as key gold
"""


def test_what_lies_between_squares_is_drawn_on_their_sides(tmp_path: Path) -> None:
    (tmp_path / "walled.hoyle").write_text(WALLED, "utf-8")
    (tmp_path / "walled-look.hoyle").write_text(WALLS, "utf-8")
    state = load(tmp_path / "walled.hoyle").new()
    for unicode, drawn in (
        (True, ("│     ┃     │     │", "├─────┼≈≈≈≈≈┼─────┤", "▪ Wall   ≈ Ford   ⌘ Door")),
        (False, ("|     #", "+~~~~~+")),
    ):
        terminal = Terminal(80, colour=False, unicode=unicode)
        text = "\n".join(picture(state.position, 0, "en", terminal=terminal))
        assert all(line in text for line in drawn), text
        assert "Cell" not in text  # nothing has to be listed
