"""What variants change, as people and tools are told it."""

from __future__ import annotations

import json

from hoyle.compiler.context import Declarations
from hoyle.compiler.difference import as_data, differences, told
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.parser import parse

GAME = """game Coins "Coins"

players 2

each Player has:
    coins: 0..9 = 3                     "You have no coins."
    given: 0..9                                                     §C-2

define most = 2

play:                                   "Clockwise."
    players take turns:
        must give
        otherwise end game

action give(n: 1..9):                   "Give {n} coins"            §C-1
    require few: n <= most              "At most two at a time."    # a comment
    move n from you.coins to you.given

scoring:
    given: you.given                    "Coins given"

always none_lost: every p in players has
    p.coins + p.given == 3
"""

VARIANT = """variant Generous of Coins "Give more"

replace each Player has:
    coins: 0..20 = 9                    "Nothing left."
replace require give.few: base() or n == 5
    "Two or five."                                                  §G-1
replace score given: 2 * base()
replace play:
    players take turns:
        must give if able
        otherwise end game

require give.even: n % 2 == 0           "Even numbers only."

remove always none_lost                 "They have nine now."       §G-2

after give: you.coins = 1
"""


def changes() -> list[str]:
    return list(told(differences(merged())))


def merged(*others: str) -> Declarations:
    diagnostics = Diagnostics()
    overlays = [parse(VARIANT, "generous.hoyle"), *(parse(text, "other.hoyle") for text in others)]
    found = merge(parse(GAME, "coins.hoyle"), overlays, [], diagnostics)
    diagnostics.stop_on_errors()
    return found


def test_each_part_is_told_with_its_old_and_its_new_text() -> None:
    assert changes() == [
        "Generous replaces field `Player.coins`  (generous.hoyle:4)",
        '    - coins: 0..9 = 3  "You have no coins."',
        '    + coins: 0..20 = 9  "Nothing left."',
        "",
        "Generous replaces requirement `give.few` §G-1  (generous.hoyle:5)",
        '    - require few: n <= most  "At most two at a time."    # a comment',
        "    + require few: base() or n == 5",
        '    +     "Two or five."  §G-1',
        "",
        "Generous replaces score component `given`  (generous.hoyle:7)",
        '    - given: you.given  "Coins given"',
        "    + given: 2 * base()",
        "",
        "Generous replaces `play`  (generous.hoyle:8)",
        '    - play:  "Clockwise."',
        "    + play:",
        "          players take turns:",
        "    -         must give",
        "    +         must give if able",
        "              otherwise end game",
        "",
        "Generous adds requirement `give.even`  (generous.hoyle:13)",
        '    + require even: n % 2 == 0  "Even numbers only."',
        "",
        "Generous removes promise `none_lost` §G-2  (generous.hoyle:15)",
        "    - always none_lost: every p in players has",
        "    -     p.coins + p.given == 3",
        '    "They have nine now."',
        "",
        "Generous adds `after give`  (generous.hoyle:17)",
        "    + after give: you.coins = 1",
    ]


def test_of_a_variant_of_a_variant_the_text_of_its_own_base_is_the_old_one() -> None:
    other = 'variant Lavish of Generous "More"\n\nreplace score given: 3 * base()\n'
    last = differences(merged(other))[-1]
    assert (last.variant, last.part, last.new) == ("Lavish", "score component `given`", "given: 3 * base()")
    assert last.old == "given: 2 * base()"
    assert str(last.old_place) == "generous.hoyle:7"


def test_the_data_can_be_written_as_json() -> None:
    data = json.loads(json.dumps(as_data(differences(merged()))))
    assert len(data) == 7
    assert data[5] == {
        "variant": "Generous",
        "how": "removed",
        "kind": "always",
        "name": "none_lost",
        "part": "promise `none_lost`",
        "why": "They have nine now.",
        "clauses": ["G-2"],
        "old": "always none_lost: every p in players has\n    p.coins + p.given == 3",
        "old_place": {"file": "coins.hoyle", "line": 23},
        "new": None,
        "new_place": {"file": "generous.hoyle", "line": 15},
    }
