"""The comparison with recorded texts can fail, and records only when told to."""

from pathlib import Path

import pytest

from golden import Golden


def test_the_recorded_text_passes(tmp_path: Path) -> None:
    recorded = tmp_path / "expected.txt"
    recorded.write_bytes("one\nzwei – 三\n".encode())
    Golden(update=False).check(recorded, "one\nzwei – 三\n")


def test_another_text_fails_with_a_diff_and_leaves_the_file(tmp_path: Path) -> None:
    recorded = tmp_path / "expected.txt"
    recorded.write_bytes(b"one\ntwo\n")
    with pytest.raises(AssertionError, match=r"(?s)-two.*\+three"):
        Golden(update=False).check(recorded, "one\nthree\n")
    assert recorded.read_bytes() == b"one\ntwo\n"


def test_a_missing_last_line_end_is_a_difference_that_shows(tmp_path: Path) -> None:
    recorded = tmp_path / "expected.txt"
    recorded.write_bytes(b"one\n")
    with pytest.raises(AssertionError, match=r"(?s)-'one\\n'.*\+'one'"):
        Golden(update=False).check(recorded, "one")


def test_a_text_never_recorded_fails_and_records_nothing(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="nothing is recorded"):
        Golden(update=False).check(tmp_path / "expected.txt", "")
    assert not (tmp_path / "expected.txt").exists()


def test_updating_records_the_text_in_new_folders_and_over_old_ones(tmp_path: Path) -> None:
    recorded = tmp_path / "expected" / "tree.txt"
    for text in ("first\n", "second\r\n"):
        Golden(update=True).check(recorded, text)
        assert recorded.read_bytes() == text.encode()
