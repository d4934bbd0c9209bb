"""Cases: files as somebody might have typed them, made from good ones by damage of many kinds. One number, one case."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

from attrs import frozen

from derivations import derived, rule_of
from hoyle.dsl.parser import grammar_text
from hoyle.dsl.scanner import Lexeme, scan
from sources import Group, groups, pieces, texts_by_rule

WORDS = sorted(set(re.findall(r'"([a-z]+)"', grammar_text())))
NUMBERS = ["0", "1", "2", "3", "7", "40", "99", "255", "1000", "65536", "2147483648", "10" * 15]
EXCHANGED = [
    ["==", "!=", "<", ">", "<=", ">=", "in"],
    ["+", "-", "*", "//", "%", "&", "and", "or"],
    ["some", "every", "no", "the", "not"],
    ["must", "may"],
    ["sum", "count", "max", "min", "first", "last", "only", "values", "nth"],
    ["set", "bag", "pile", "list"],
    ["stop", "next", "return", "end game"],
    ["draw", "move", "roll", "shuffle", "let", "award", "show", "take"],
    ["+=", "-=", "="],
    ["if", "while", "until", "elif", "where"],
    ["you", "owner", "others", "players", "none", "true", "false"],
    ["(", ")", "[", "]", "{", "}"],
]
NOISE: list[str] = [
    *"'()[]{}|=<>:,.+-*/%&\"§#!;@²（\t\0\r",
    "\u2028",
    "é",
    "熊",
    "\ufeff",
    "..",
    "\n",
    "\n    ",
    "\n        ",
]


@frozen
class Case:
    """What one fuzzing case holds: files as bytes, the game first, and how it is bound and played."""

    files: tuple[bytes, ...]
    debug: bool = False
    most_players: bool = True
    seed: int = 0


def case(number: int) -> Case:
    """The case of a number; always the same for the same games."""
    rng = random.Random(f"case {number}")
    debug, most, seed = rng.random() < 0.4, rng.random() < 0.7, rng.randrange(1_000)
    return Case(_files(rng), debug, most, seed)


def _files(rng: random.Random) -> tuple[bytes, ...]:
    if rng.random() < 0.03:
        return (_bytes(rng),)
    group = _group(rng)
    texts = list(group.texts)
    if rng.random() < 0.06:
        return (_by_grammar(rng, texts[0]).encode(),)
    at = rng.randrange(len(texts))
    for _ in range(1 + (rng.random() < 0.4) + (rng.random() < 0.2)):
        changed = rng.choices(*_mutations())[0](rng, texts[at])
        texts[at] = changed[:200_000]
    files = [text.encode("utf-8", "surrogatepass") for text in texts]
    if rng.random() < 0.02:
        files[at] = _damaged(rng, files[at])
    return tuple(files)


def _group(rng: random.Random) -> Group:
    """Small ones more often: they are as likely to fail, and sooner."""
    return rng.choices(groups(), [1 / (800 + group.size) for group in groups()])[0]


# ------------------------------------------------------------------------------------------------ bytes


def _bytes(rng: random.Random) -> bytes:
    front = rng.choice([b"", b"game G\n", b"game G\n\nplay:\n    ", b"\xef\xbb\xbf"])
    alphabet = rng.choice([bytes(range(256)), b' \n\t:()[]{}"#abc123.,=|-', bytes(range(32, 127))])
    return front + bytes(rng.choice(alphabet) for _ in range(rng.randrange(400)))


def _damaged(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


# ------------------------------------------------------------------------------------------------ the grammar


def _names(text: str) -> list[str]:
    return [x.text for x in scan(text) if x.kind == "word"] or ["x"]


def _by_grammar(rng: random.Random, text: str) -> str:
    """The game with random declarations, or nothing but these."""
    names = _names(text)
    made = [derived(rng, "decl", names, depth=rng.randrange(4, 12)) for _ in range(rng.randrange(1, 4))]
    front = text if rng.random() < 0.8 else "game G\n\nplayers 2\n"
    return "\n".join([front, *made])


def derivation(rng: random.Random, text: str) -> str:
    """A part replaced by a random sentence of its rule."""
    found = [(piece, rule) for piece in pieces(text) if (rule := rule_of(piece.rule)) is not None]
    if not found:
        return lexeme_replaced(rng, text)
    piece, rule = rng.choice(found)
    begin = text.rfind("\n", 0, piece.start) + 1
    indent = (len(text[begin:]) - len(text[begin:].lstrip(" "))) // 4
    made = derived(rng, rule, _names(text), indent, rng.randrange(2, 9)).strip("\n").lstrip(" ")
    return text[: piece.start] + made + text[piece.end :]


def graft(rng: random.Random, text: str) -> str:
    """A part replaced by one of the same rule, from the same text or from another."""
    found = pieces(text)
    if not found:
        return lexeme_replaced(rng, text)
    piece = rng.choice(found)
    same = [other for other in found if other.rule == piece.rule]
    if rng.random() < 0.7 and len(same) > 1:
        other = rng.choice(same)
        made = text[other.start : other.end]
    else:
        made = rng.choice(texts_by_rule().get(piece.rule, [""]))
    return text[: piece.start] + made + text[piece.end :]


# ------------------------------------------------------------------------------------------------ lexemes


def _lexemes(text: str) -> list[Lexeme]:
    return [x for x in scan(text) if x.kind not in ("newline", "comment")]


def _put(text: str, at: Lexeme, new: str) -> str:
    return text[: at.start] + new + text[at.end :]


def _like(rng: random.Random, text: str, wanted: Callable[[Lexeme], bool]) -> Lexeme | None:
    found = [x for x in _lexemes(text) if wanted(x)]
    return rng.choice(found) if found else None


def lexeme_deleted(rng: random.Random, text: str) -> str:
    at = _like(rng, text, lambda x: True)
    return _put(text, at, "") if at else text


def lexeme_repeated(rng: random.Random, text: str) -> str:
    at = _like(rng, text, lambda x: True)
    return _put(text, at, f"{at.text} {at.text}") if at else text


def lexemes_swapped(rng: random.Random, text: str) -> str:
    found = _lexemes(text)
    if len(found) < 2:
        return text
    i = rng.randrange(len(found) - 1)
    j = i + 1 if rng.random() < 0.6 else rng.randrange(len(found))
    first, second = sorted((found[i], found[j]), key=lambda x: x.start)
    between = text[first.end : second.start] if first is not second else ""
    return text[: first.start] + second.text + between + first.text + text[second.end :]


def lexeme_replaced(rng: random.Random, text: str) -> str:
    """One word or sign in the place of another."""
    found = _lexemes(text)
    if not found:
        return rng.choice(NOISE)
    at = rng.choice(found)
    return _put(text, at, rng.choice([rng.choice(found).text, rng.choice(WORDS), rng.choice(NOISE)]))


def name_replaced(rng: random.Random, text: str) -> str:
    """One name in the place of another, once."""
    at, other = (_like(rng, text, lambda x: x.kind == "word" and x.text not in WORDS) for _ in range(2))
    return _put(text, at, other.text) if at and other else text


def names_exchanged(rng: random.Random, text: str) -> str:
    """Two names exchanged, everywhere; or one called as the other."""
    names = sorted({x.text for x in _lexemes(text) if x.kind == "word" and x.text not in WORDS})
    if len(names) < 2:
        return text
    first, second = rng.sample(names, 2)
    changes = {first: second, second: first} if rng.random() < 0.6 else {first: second}
    parts, end = [], 0
    for x in _lexemes(text):
        parts += [text[end : x.start], changes.get(x.text, x.text)]
        end = x.end
    return "".join([*parts, text[end:]])


def number_changed(rng: random.Random, text: str) -> str:
    at = _like(rng, text, lambda x: x.kind == "int")
    if at is None:
        return text
    near = str(max(0, int(at.text) + rng.choice([-1, 1])))
    return _put(text, at, rng.choice([near, near, rng.choice(NUMBERS), f"-{at.text}"]))


def number_for_name(rng: random.Random, text: str) -> str:
    at = _like(rng, text, lambda x: x.kind in ("int", "word") and x.text not in WORDS)
    other = _like(rng, text, lambda x: x.kind == "int" or x.text in ("none", "true", "false", "you"))
    return _put(text, at, other.text) if at and other else text


def operator_exchanged(rng: random.Random, text: str) -> str:
    at = _like(rng, text, lambda x: any(x.text in f for f in EXCHANGED))
    if at is None:
        return text
    family = rng.choice([f for f in EXCHANGED if at.text in f])
    return _put(text, at, rng.choice(family))


def noise_inserted(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice([*NOISE, f" {rng.choice(WORDS)} "]) + text[at:]


# ------------------------------------------------------------------------------------------------ lines


def _lines(rng: random.Random, text: str) -> tuple[list[str], int]:
    lines = text.splitlines(keepends=True) or [""]
    return lines, rng.randrange(len(lines))


def line_deleted(rng: random.Random, text: str) -> str:
    lines, i = _lines(rng, text)
    del lines[i : i + rng.choice([1, 1, 1, 2, 5])]
    return "".join(lines)


def line_repeated(rng: random.Random, text: str) -> str:
    lines, i = _lines(rng, text)
    lines.insert(rng.choice([i, rng.randrange(len(lines) + 1)]), lines[i])
    return "".join(lines)


def lines_shuffled(rng: random.Random, text: str) -> str:
    lines, i = _lines(rng, text)
    some = lines[i : i + rng.choice([2, 2, 3, 8, 1_000])]
    rng.shuffle(some)
    return "".join([*lines[:i], *some, *lines[i + len(some) :]])


def line_indented(rng: random.Random, text: str) -> str:
    lines, i = _lines(rng, text)
    lines[i] = rng.choice(["    " + lines[i], lines[i].removeprefix("    "), " " + lines[i], "\t" + lines[i]])
    return "".join(lines)


def line_of_another(rng: random.Random, text: str) -> str:
    """A line of some file put in, at the indentation of its new place."""
    lines, i = _lines(rng, text)
    other = _group(rng)
    foreign, j = _lines(rng, rng.choice([text, rng.choice(other.texts)]))
    indent = lines[i][: len(lines[i]) - len(lines[i].lstrip(" "))]
    lines.insert(i, indent + foreign[j].lstrip())
    return "".join(lines)


def declaration_moved(rng: random.Random, text: str) -> str:
    """A whole declaration of some file put in at the end, or taken away."""
    other = rng.choice([text, rng.choice(_group(rng).texts)])
    declarations = re.split(r"\n(?=[a-z])", other)
    chosen: str = rng.choice(declarations)
    if other == text and rng.random() < 0.5:
        return "\n".join(d for d in declarations if d is not chosen)
    return f"{text}\n{chosen}\n"


def truncated(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


Mutation = Callable[[random.Random, str], str]


@cache
def _mutations() -> tuple[list[Mutation], list[int]]:
    weighted: dict[Mutation, int] = {
        graft: 10, derivation: 6, name_replaced: 8, names_exchanged: 3, number_changed: 5, number_for_name: 3,
        operator_exchanged: 7, lexeme_deleted: 3, lexeme_repeated: 2, lexemes_swapped: 3, lexeme_replaced: 3,
        noise_inserted: 2, line_deleted: 4, line_repeated: 3, lines_shuffled: 3, line_indented: 2, line_of_another: 3,
        declaration_moved: 3, truncated: 2,
    }  # fmt: skip
    return list(weighted), list(weighted.values())
