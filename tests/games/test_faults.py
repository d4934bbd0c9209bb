"""Faults planted in the games are found by their examples, or by playing with promises and laws watched.

`make faults` plants all of them and records what finds each; here some are planted.
"""

from collections import Counter

import pytest

from planted import DOCUMENT, Fault, faults, find_fault, table

ALL = faults()
PLANTED = [fault for fault in ALL if fault.game == "kumata"][::6]


@pytest.mark.parametrize("fault", PLANTED, ids=str)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert find_fault(fault), f"nothing finds that {fault.name}"


@pytest.mark.parametrize("fault", ALL, ids=str)
def test_what_a_fault_changes_stands_in_the_rules(fault: Fault) -> None:
    assert fault.text() != fault.path.read_text("utf-8")


def test_there_are_many_different_faults_in_each_game() -> None:
    assert min(Counter(f.game for f in ALL).values()) >= 10
    assert len({(f.game, f.was, f.becomes) for f in ALL}) == len(ALL) >= 30


def test_the_page_says_what_was_recorded() -> None:
    assert all(f.found for f in ALL)
    assert DOCUMENT.read_text("utf-8") == table(ALL)
