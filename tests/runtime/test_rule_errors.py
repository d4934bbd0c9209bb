"""Whatever the rules ask for in vain, the file and the line of the rule are named."""

from pathlib import Path

import pytest

from hoyle.runtime.errors import RuleError
from hoyle.runtime.loader import load
from hoyle.runtime.problems import tell_rule_error

HEAD = "game Odd\n\nplayers 2\n\n"
TIES = "play:\n    end game\n\nwinner: rank p in players by most index(p) // 5\n"
ROUNDS = """play:
    for you in players:
        repeat until false:
            must wait if able

action wait:
    require never: false    "Never."
    return
"""
ONE_SITE = """type Tile: a, b

type Site: grid(2, 2)

type Cell: grid(2, 2) of Tile on Site

play:
    for t in Tile: t.at = Site(0, 0)
    if Cell(0, 0) == none: end game
"""


@pytest.mark.parametrize(
    ("rules", "message", "line"), [(TIES, "ties", 8), (ROUNDS, "rounds", 8), (ONE_SITE, "one_site", 9)]
)
def test_a_rule_error_names_its_file_and_line(rules: str, message: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "odd.hoyle"
    path.write_text(HEAD + rules, "utf-8")
    with pytest.raises(RuleError) as failed:
        load(path).new().standing()
    assert failed.value.message == message
    assert (Path(failed.value.file).name, failed.value.line) == ("odd.hoyle", line)
    assert "?" not in tell_rule_error(failed.value)
