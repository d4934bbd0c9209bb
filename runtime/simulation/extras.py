"""What is not installed with hoyle but can be: asked for when it is needed."""

from __future__ import annotations

from importlib.util import find_spec

from hoyle.runtime.problems import UserError


class ExtraMissing(UserError):  # noqa: N818 - it is no error of the program
    """Something optional is needed and is not there."""


def extra(module: str, name: str) -> None:
    """ExtraMissing, which says how to get it, unless a module of an extra is there."""
    if find_spec(module) is None:
        raise ExtraMissing("extra.missing", module=module, extra=name)
