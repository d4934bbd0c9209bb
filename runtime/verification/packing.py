"""What a state is remembered as: digests, and bytes that it can be made from again."""

from __future__ import annotations

import marshal
import zlib
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Final

from attrs import define, field

from hoyle.runtime.compiled import OVER, PAUSE

_DIGEST: Final = 16  # bytes: among a thousand million states two have the same digest once in 10^20 games
_LONG: Final = 512  # bytes from which on packing pays


@define
class Packer:
    """Packs vectors of a debug build of one game."""

    module: Any
    _blank: Any = field(init=False)
    _size: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._blank = self.module.new()
        self._size = self.module.DERIVED
        self._blank[self._size :] = [None] * (len(self._blank) - self._size)

    def digest(self, s: Any) -> bytes:
        """Of what makes states equal."""
        return blake2b(_bytes(s[: self._size]), digest_size=_DIGEST).digest()

    def keys(self, s: Any) -> tuple[bytes, bytes]:
        """The digest of the state, and the one by which it is known: with the earlier values that promises need."""
        core = _bytes(s[: self._size])
        digest = blake2b(core, digest_size=_DIGEST).digest()
        old = self._old(s)
        return digest, blake2b(core + marshal.dumps(old, 2), digest_size=_DIGEST).digest() if old else digest

    def packed(self, s: Any) -> bytes:
        core = _bytes(s[: self._size])
        old = self._old(s)
        if old:
            return b"o" + zlib.compress(marshal.dumps((list(map(int, s[: self._size])), old), 2), 1)
        return core if len(core) < _LONG else b"z" + zlib.compress(core, 1)

    def unpacked(self, packed: bytes) -> Any:
        """A vector equal to the one that was packed; nothing is broken in it yet."""
        kind, old = packed[:1], list[tuple[str, Any]]()
        if kind == b"o":
            core, old = marshal.loads(zlib.decompress(packed[1:]))
        else:
            core = _values(zlib.decompress(packed[1:]) if kind == b"z" else packed)
        s = self._blank.clone()
        s[: self._size] = core
        s.old = {verb: tuple([*vector, *s[self._size :]] for vector in kept) for verb, kept in old}
        return s

    def plain(self, packed: bytes) -> list[Any]:
        """What was packed, as data that JSON can hold."""
        s = self.unpacked(packed)
        return [list(map(int, s[: self._size])), self._old(s)]

    def from_plain(self, data: list[Any]) -> bytes:
        """What `plain` made plain, packed again. ValueError or TypeError if it is nothing of the kind."""
        core, old = data
        s = self._blank.clone()
        s[: self._size] = self._core(core)
        s.old = {str(verb): tuple([*self._core(vector), *s[self._size :]] for vector in kept) for verb, kept in old}
        return self.packed(s)

    def _core(self, values: list[Any]) -> list[int]:
        if len(values) != self._size or not all(isinstance(value, int) for value in values):
            raise ValueError("no vector of this game")
        return values

    def _old(self, s: Any) -> list[tuple[str, list[list[int]]]]:
        if s[PAUSE] == OVER:
            return []  # it ended within a verb: nothing will ask for them any more
        kept = sorted((verb, vectors) for verb, vectors in s.old.items() if vectors)
        return [(verb, [list(map(int, vector[: self._size])) for vector in vectors]) for verb, vectors in kept]


def _bytes(core: Iterable[int]) -> bytes:
    """Numbers as bytes, equal for equal numbers: truth values are numbers, too."""
    values = list(core)
    try:
        return b"a" + array("q", values).tobytes()
    except OverflowError:
        return b"m" + marshal.dumps([int(value) for value in values], 2)


def _values(packed: bytes) -> Iterable[int]:
    if packed[:1] == b"a":
        return array("q", packed[1:])
    values: list[int] = marshal.loads(packed[1:])
    return values
