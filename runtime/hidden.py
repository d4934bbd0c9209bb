"""What `view_field` answers where a player does not see all of a field (semantics 7.6). Generated code has these names
from `hoyle.runtime.support`."""

from __future__ import annotations

from attrs import frozen


@frozen
class Hidden:
    """Nothing of it is seen, except perhaps how many things lie there."""

    count: int | None = None


@frozen
class Partly:
    """Of a pile the top is seen (-1: there is none), and perhaps how many things lie there."""

    top: int
    count: int | None = None
