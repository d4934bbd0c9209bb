"""The cache of compiled games: never in the way, never trusted when damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.runtime.cache import Entry, fetch, folder, key_of, store

ENTRY = Entry("x = 1 + 1\n", compile("x = 1 + 1\n", "<game>", "exec"))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_stored_is_fetched(place: Path) -> None:
    store("key", ENTRY)
    assert fetch("key") == ENTRY
    assert [path.name for path in place.iterdir()] == ["key"]


def test_what_was_never_stored_is_not_there(place: Path) -> None:
    assert fetch("key") is None


@pytest.mark.parametrize("number", range(0, 400, 7))
def test_an_entry_with_any_byte_changed_is_not_trusted(place: Path, number: int) -> None:
    store("key", ENTRY)
    data = bytearray((place / "key").read_bytes())
    data[number % len(data)] ^= 0x55
    (place / "key").write_bytes(data)
    assert fetch("key") is None


@pytest.mark.parametrize("size", [0, 5, 40, 60])
def test_an_entry_cut_short_is_not_trusted(place: Path, size: int) -> None:
    store("key", ENTRY)
    (place / "key").write_bytes((place / "key").read_bytes()[:size])
    assert fetch("key") is None


def test_a_damaged_entry_is_replaced(place: Path) -> None:
    store("key", ENTRY)
    (place / "key").write_bytes(b"damaged")
    store("key", ENTRY)
    assert fetch("key") == ENTRY


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "file" / "cache"))
    store("key", ENTRY)
    assert fetch("key") is None


def test_old_entries_are_forgotten(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.runtime.cache._MOST", 3)
    for number, key in enumerate("abcde"):
        store(key, ENTRY)
        os.utime(place / key, ns=(number, number))
    store("last", ENTRY)
    assert {path.name for path in place.iterdir()} == {"d", "e", "last"}


def test_an_unfinished_write_leaves_nothing_behind(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    store("key", ENTRY)
    assert list(place.iterdir()) == []


def test_the_place_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOYLE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert folder() == Path("/somewhere/hoyle")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/me")
    assert folder() == Path("/home/me/.cache/hoyle")
    monkeypatch.setenv("HOYLE_CACHE", "")
    assert folder() is None


def test_keys_tell_apart_what_runs_together() -> None:
    assert key_of([b"ab", b"c"]) != key_of([b"a", b"bc"])
    assert key_of([b"ab"]) == key_of(iter([b"ab"]))


def test_keys_are_the_same_in_every_process() -> None:
    code = "from hoyle.runtime.cache import key_of; print(key_of([b'ab']))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == key_of([b"ab"])
