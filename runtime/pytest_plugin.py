"""The pytest plugin: `pytest games/` runs the examples and promises of rule files, with nothing to configure.

Here is only what every run of pytest pays for; the rest is imported when there is a rule file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hoyle", "rule files")
    group.addoption(
        "--hoyle-games",
        type=int,
        default=10,
        metavar="N",
        help="play so many games of each mode to break promises (10); 0: promises are skipped",
    )
    group.addoption("--hoyle-seed", default="0", metavar="TEXT", help="which games these are (0)")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".hoyle":
        return None
    from hoyle.runtime.verification.collecting import rule_file

    return rule_file(file_path, parent)
