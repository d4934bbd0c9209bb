"""What mutants of the games found in the compiler: rules that are right, and could not be compiled."""

import re

from attrs import evolve

from hoyle.compiler.codegen.compact import as_comprehension
from hoyle.compiler.driver import compile_game
from hoyle.dsl.parser import parse
from hoyle.runtime.loader import find
from hoyle.runtime.verification.building import files_of


def test_a_conditional_that_a_comprehension_walks_stands_in_brackets() -> None:
    loops = ["for v in a[t] if b[t] else c:", "    out.append(v)"]
    assert as_comprehension(loops) == "[v for v in (a[t] if b[t] else c)]"


def test_a_condition_whose_opposite_has_no_room_among_the_columns_of_a_table() -> None:
    path = find("kauri")
    text = path.read_text("utf-8")
    rules = re.sub(r"\n +r\.people\[maori\] == 0 and r\.whare == 0 +if who == english[^\n]*", "", text)
    assert rules.count("\n") == text.count("\n") - 1
    files = evolve(files_of(path, ()), base=parse(rules, "kauri.hoyle"), examples=(), complete=False)
    source = compile_game(files, 4).source
    compile(source, "kauri", "exec")
    assert "Kauri" in source
