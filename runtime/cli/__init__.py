"""The command line: it ties the language, the compiler and the runtime together."""

from __future__ import annotations


def main() -> None:
    """The program `hoyle`."""
    from hoyle.runtime.cli.app import hoyle

    hoyle()
