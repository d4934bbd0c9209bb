"""Records: written through, read back exactly, and refused with the line that is wrong."""

from pathlib import Path

import pytest

import handmade_dare
import handmade_nim
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import RecordWriter, load_record, read_record, replay, replayed

NIM, DARE = Game(as_compiled(handmade_nim)), Game(as_compiled(handmade_dare))
GOOD = """\
hoyle record 1
game: HandNim
players: player_1 player_2
variants:
option last_wins: true
identity: nim-by-hand

player_1 take(a, 3)
player_2 take(b, 5)
"""


def test_a_record_is_on_the_disk_after_every_line(tmp_path: Path) -> None:
    state, path = NIM.new(), tmp_path / "game.record"
    with RecordWriter(path, NIM.info) as writer:
        assert path.read_text().startswith("hoyle record 1\ngame: HandNim\n")
        for _ in range(2):
            move = state.legal_moves()[-1 if state.player == "player_1" else 0]
            writer.write(state.player, move)
            state.apply(move)
            assert path.read_text().endswith(f"{move}\n")
        writer.remark("to be\ncontinued")
    assert replayed(load_record(path), NIM) == state


def test_a_record_keeps_outcomes_so_that_replaying_needs_no_generator(tmp_path: Path) -> None:
    state, path = DARE.new(), tmp_path / "game.record"
    with RecordWriter(path, DARE.info) as writer:
        while state.kind != "over":
            choice = state.legal_moves()[0] if state.kind == "decision" else state.outcomes()[-1][0]
            writer.write(state.player, choice)
            state.apply(choice)
    assert "* roll({6, 6})\n" in path.read_text()
    assert "variants: double\n" in path.read_text()
    assert replayed(load_record(path), DARE) == state


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text("precious")
    with pytest.raises(RecordError, match="is there already"):
        RecordWriter(path, NIM.info)
    assert path.read_text() == "precious"


def test_where_no_file_can_be_written_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: there is no such file"):
        RecordWriter(tmp_path / "missing" / "game.record", NIM.info)


def test_each_state_comes_with_the_line_that_follows() -> None:
    steps = [(state.player, None if line is None else str(line)) for state, line in replay(read_record(GOOD), NIM)]
    assert steps == [
        ("player_1", "player_1 take(a, 3)"),
        ("player_2", "player_2 take(b, 5)"),
        ("player_1", None),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hoyle record 1", "something", "does not begin with 'hoyle record'"),
        ("hoyle record 1", "hoyle record 9", "format 9; this program reads format 1"),
        ("game: HandNim", "game HandNim", "line 2: a line of the header reads 'key: value', not 'game HandNim'"),
        ("game: HandNim", "gaem: HandNim", "line 2: the header has no key gaem"),
        ("variants:", "game: HandNim", "line 4: game was given before"),
        ("identity: nim-by-hand\n", "", "the header lacks identity"),
        ("take(b, 5)\n", "take(b,", "line 9: the last line is cut off"),
        ("player_2 take(b, 5)", "player_2", "line 9: a line reads 'player move' or '* outcome', not 'player_2'"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(GOOD.replace(old, new))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: HandNim", "game: Other", "records Other, not HandNim"),
        ("nim-by-hand", "abc", "other rules of HandNim (abc) than those loaded (nim-by-hand)"),
        ("player_2 take", "player_1 take", "line 9: player_1 is said to decide, but it is player_2 here"),
        ("player_2 take", "* take", "line 9: * is said to decide, but it is player_2 here"),
        ("take(b, 5)", "take(a, 1)", "line 9: take(a, 1) is not allowed: Heap A holds less."),
        ("take(b, 5)", "grab(b)", "line 9: There is no move called grab"),
        ("take(b, 5)\n", "take(b, 5)\nplayer_1 take(c_heap, 7)\nplayer_2 take(a, 1)\n", "line 11: the game is over"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        replayed(read_record(GOOD.replace(old, new)), NIM)
    assert said in str(caught.value)
    assert caught.value.text("ja")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(GOOD.encode() + b"\xff\n")
    with pytest.raises(RecordError, match="not UTF-8 text"):
        load_record(path)
    with pytest.raises(RecordError, match="cannot be read: there is no such file"):
        load_record(tmp_path / "nothing")
