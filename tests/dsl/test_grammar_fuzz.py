"""Whatever one types is a file or a diagnostic, and nothing else: shaken files, made-up sentences, plain noise."""

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Token

from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import MAX_ERRORS, grammar, grammar_text, literals, parse
from hoyle.dsl.printer import format
from hoyle.dsl.render import render_all

HERE = Path(__file__).parent
FILES = sorted([*(HERE / "good").glob("*.hoyle"), *(HERE.parents[1] / "games").rglob("*.hoyle")])
TEXTS = [file.read_text("utf-8") for file in FILES]
WORDS = sorted(set(re.findall(r'"([a-z]+)"', grammar_text())))
SIGNS = [
    *'()[]{}|=<>:,.+-*/%&"§#!;@²（',
    "\n",
    "\t",
    "\0",
    "..",
    "==",
    "//",
    "\n    ",
    "\n        ",
    " 1 ",
    " x ",
    "\r\n",
]


def _is_answered(text: str) -> None:
    """Require a file that formats to itself, or diagnostics that can be shown."""
    try:
        file = parse(text, "fuzzed")
    except DiagnosticError as refused:
        assert 0 < len(refused.diagnostics) <= MAX_ERRORS
        assert "error[E" in render_all(refused.diagnostics)
    else:
        assert isinstance(file, n.File)
        assert parse(format(text), "formatted") == file


@st.composite
def _shaken(draw: st.DrawFn) -> str:
    """A piece of a good file with words and signs put in, taken out, or exchanged."""
    text = draw(st.sampled_from(TEXTS))
    start = draw(st.integers(0, len(text)))
    piece = text[start : start + draw(st.integers(20, 2_000))]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(piece)))
        put = draw(st.sampled_from(WORDS).map(lambda word: f" {word} ") | st.sampled_from(SIGNS) | st.just(""))
        piece = piece[:at] + put + piece[at + draw(st.integers(0, 8)) :]
    return draw(st.sampled_from(["", "game G\n\n", "words ja of G\n", "game G\n\nplay:\n    "])) + piece


@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(_shaken())
def test_a_shaken_file_is_answered(text: str) -> None:
    _is_answered(text)


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from([*SIGNS, *"abc xyz 123 \n"]), max_size=80).map("".join),
    st.sampled_from(["", "game G\n", "game G\n\nplay:\n    "]),
)
def test_noise_is_answered(noise: str, front: str) -> None:
    _is_answered(front + noise)


@settings(max_examples=150)
@given(st.lists(st.sampled_from([*WORDS, *SIGNS, "a", "b", "Die", "1", '"said"', "§K1", "\n"]), max_size=30))
def test_words_of_the_language_in_any_order_are_answered(words: list[str]) -> None:
    _is_answered("game G\n\n" + " ".join(words))


SAMPLES = {
    "NAME": ["a", "b", "clan"], "INT": ["1", "12"], "HALF": ["2.5"], "STRING": ['"said"'], "CITE": ["§K1"],
    "COMP": ["==", "<"],
}  # fmt: skip
SAMPLES |= {"IF_ABLE": ["if able"], "THEN": [", then"], "TIED": [", ties"], "REACT": ["after", "instead"]}
SAMPLES |= {"MODAL": ["must", "may"], "QUANT": ["some", "every", "no"], "SENSE": ["most", "least"], "TIES": ["share"]}
SAMPLES |= {"TYPE_WORD": ["set", "bag", "pile"], "KIND": ["action", "require", "define"], "ONLY": ["winner", "teams"]}
CLOSING = ["_DEDENT", "_NL", "RPAR", "RSQB", "RBRACE"]


@st.composite
def _walked(draw: st.DrawFn) -> str:
    """What a walk through the parser's table says: any of its constructs, mostly brought to an end."""
    reading = grammar().parse_interactive("game G\n", start="start")
    reading.exhaust_lexer()
    choices = draw(st.lists(st.integers(0, 1_000), min_size=10, max_size=60))
    words: list[str] = ["game G\n"]
    level = 0
    for step, choice in enumerate(choices):
        accepted = sorted(reading.accepts() - {"$END"})  # type: ignore[no-untyped-call]
        closing = [t for t in CLOSING if t in accepted and step > len(choices) // 2]
        kind = closing[0] if closing else accepted[choice % len(accepted)]
        reading.feed_token(Token(kind, ""))
        level += (kind == "_INDENT") - (kind == "_DEDENT")
        samples = SAMPLES.get(kind) or [literals().get(kind, "\n" if kind == "_NL" else "")]
        word = samples[choice % len(samples)]
        indent = "    " * level if words[-1].endswith("\n") and word.strip() else ""
        if word:
            words.append(indent + word + ("" if word == "\n" else " "))
    return "".join(words)


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(_walked())
def test_a_walk_through_the_grammar_is_answered(text: str) -> None:
    _is_answered(text)
