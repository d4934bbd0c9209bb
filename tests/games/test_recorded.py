"""The recorded games of the games go as they were recorded: every change of the rules shows here.

After a change that is meant: `hoyle mutate GAME --record`, and read what differs.
"""

from pathlib import Path

import pytest

from hoyle.runtime.loader import games_folder, load, shipped_games
from hoyle.runtime.verification.mutation.pieces import game_of
from hoyle.runtime.verification.mutation.plan import compiled, rules_of
from hoyle.runtime.verification.recorded import Recorded, differs, recorded

RECORDS = {one.path: one for header in shipped_games() for one in recorded(header.path)}
# The others take part in `hoyle mutate`.
PLAYED = [path for path in RECORDS if path.stem.endswith(("4p", "automa-3p"))]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: str(path.relative_to(games_folder())))
def test_a_recorded_game_goes_as_it_was_recorded(path: Path) -> None:
    one: Recorded = RECORDS[path]
    game = load(path.parent.parent, one.setting.players, one.setting.variants, dict(one.setting.options))
    assert one.record.identity == game.info.identity, "it is of other rules: replay refuses it"
    assert differs(one, game) == "", f"if that is meant: hoyle mutate {path.parent.parent.name} --record"


def test_the_three_games_are_recorded() -> None:
    assert {path.parent.parent.name for path in RECORDS} >= {"kauri", "kumata", "meerkat-kingdom"}
    assert len(PLAYED) >= 7


def test_a_game_that_was_compiled_briskly_goes_the_same_way() -> None:
    one = next(one for path, one in RECORDS.items() if path.parent.parent.name == "kauri" and path.stem == "4p")
    setting = one.setting
    made = compiled(rules_of(one.path.parents[1] / "kauri.hoyle", setting.variants), setting)
    assert differs(one, game_of(made, "kauri")) == ""
