"""Compiled games on disk, so that a game is compiled once: files named by the key of all that went into them.

The folder is `$HOYLE_CACHE` (empty: no cache), else `hoyle` below `$XDG_CACHE_HOME` or `~/.cache`. A cache never gets
in the way: what cannot be read, is damaged or cannot be written is as if it were not there, without a word.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Final

from attrs import frozen

_MAGIC: Final = b"hoyle cache 1\n"
_MOST: Final = 400  # entries kept
_SUM = hashlib.sha256().digest_size


@frozen
class Entry:
    """A compiled game: the text of its module, and that text compiled by this Python."""

    source: str
    code: CodeType


def folder() -> Path | None:
    """Where entries lie, None if there is to be no cache."""
    chosen = os.environ.get("HOYLE_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "hoyle"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "hoyle"
    return None


def key_of(parts: Iterable[bytes]) -> str:
    """The key of everything that decides what a compiled game is; this Python is part of it."""
    digest = hashlib.sha256(MAGIC_NUMBER)
    for part in (sys.version.encode(), *parts):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def fetch(key: str) -> Entry | None:
    """The entry of a key, None if there is none that can be trusted."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / key).read_bytes()
        return _unpacked(data)
    except (OSError, ValueError, EOFError, TypeError):
        return None


def store(key: str, entry: Entry) -> None:
    """Keep an entry: whole or not at all, also if the program dies meanwhile or another one writes the same."""
    place = folder()
    if place is None:
        return
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        _write(place, key, _packed(entry))
        _forget_old(place)


def _forget_old(place: Path) -> None:
    """Leave the newest entries: rules that were changed leave their old ones behind."""
    entries = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in entries[:-_MOST]:
        path.unlink()


def _write(place: Path, key: str, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=place, prefix=f"{key[:12]}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, place / key)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _packed(entry: Entry) -> bytes:
    source = entry.source.encode()
    body = len(source).to_bytes(8, "big") + source + marshal.dumps(entry.code)
    return _MAGIC + hashlib.sha256(body).digest() + body


def _unpacked(data: bytes) -> Entry:
    """ValueError if a byte is not as it was written: damaged code must never run."""
    start = len(_MAGIC) + _SUM
    body = data[start:]
    if not data.startswith(_MAGIC) or hashlib.sha256(body).digest() != data[len(_MAGIC) : start]:
        raise ValueError("damaged")
    size = int.from_bytes(body[:8], "big")
    code = marshal.loads(body[8 + size :])
    if not isinstance(code, CodeType):
        raise ValueError("not a module")
    return Entry(body[8 : 8 + size].decode(), code)
