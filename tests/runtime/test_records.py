"""Records: written through, read back exactly, and refused with the line that is wrong."""

import errno
import os
from pathlib import Path

import pytest

import handmade_dare
import handmade_nim
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import RecordWriter, Setting, load_record, read_record, replay, replayed

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


def test_what_is_needed_to_go_on_is_kept(tmp_path: Path) -> None:
    setting = Setting(
        "a seed: 7", {"player_1": "human", "player_2": "mcts:time=1s"}, "my nim.hoyle", {"Moon": "m.hoyle"}
    )
    path = tmp_path / "game.record"
    RecordWriter(path, NIM.info, setting).close()
    assert load_record(path).setting == setting


def test_a_record_goes_on_in_its_file_behind_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    for torn in ("", "player_1 ta", "player_1 take(b, 4)", "\0\0\0"):
        path.write_bytes((GOOD + torn).encode())
        record = load_record(path, mend=True)
        assert (record.torn is None) == (not torn) and len(record.lines) == 2
        state = replayed(record, NIM)
        with RecordWriter.going_on(record) as writer:
            writer.write(state.player, state.legal_moves()[0])
        assert path.read_text() == GOOD + f"player_1 {state.legal_moves()[0]}\n"


def test_without_mending_a_torn_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(GOOD + "player_1 take")
    with pytest.raises(RecordError, match="line 10: the last line is cut off"):
        load_record(path)


def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text("")
    with pytest.raises(RecordError, match="is empty"):
        load_record(path, mend=True)


def test_nobody_else_writes_a_record_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(GOOD)
    with RecordWriter.going_on(load_record(path)):
        with pytest.raises(RecordError, match="another hoyle"):
            RecordWriter.going_on(load_record(path))
    RecordWriter.going_on(load_record(path)).close()


def test_choices_are_taken_back_with_the_remarks_among_them(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(GOOD + "# a thought\n")
    with RecordWriter.going_on(load_record(path)) as writer:
        writer.take_back(1)
        assert path.read_text() == GOOD.replace("player_2 take(b, 5)\n", "")
        move = replayed(load_record(path), NIM).legal_moves()[0]
        writer.write("player_2", move)
        writer.take_back(2)
    assert load_record(path).lines == ()


def test_a_full_disk_loses_nothing_if_room_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes half a line, then nothing; what could not be written comes with the next line that can."""
    path, state = tmp_path / "game.record", NIM.new()
    room, write = [10**6], os.write

    def write_some(file: int, data: bytes) -> int:
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, "full")
        room[0] -= (count := write(file, bytes(data)[: room[0]]))
        return count

    monkeypatch.setattr("hoyle.runtime.records.os.write", write_some)
    with RecordWriter(path, NIM.info) as writer:
        before = path.read_text()
        room[0] = 7
        for _ in range(2):
            with pytest.raises(RecordError, match="cannot be written: there is no room left"):
                writer.write(state.player, state.legal_moves()[0])
            state.apply(state.legal_moves()[0])
        assert (path.read_text(), writer.unwritten) == (before, 2)
        writer.take_back(1)
        room[0] = 10**6
        writer.flush()
    assert path.read_text() == f"{before}player_1 take(a, 1)\n"


def test_a_record_that_cannot_be_begun_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, __: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("hoyle.runtime.records.os.write", full)
    with pytest.raises(RecordError, match="no room left"):
        RecordWriter(tmp_path / "game.record", NIM.info)
    assert os.listdir(tmp_path) == []
