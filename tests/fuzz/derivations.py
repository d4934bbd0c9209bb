"""Random sentences of the grammar itself: derivations of a rule of `hoyle.lark`, kept short by what each rule needs."""

from __future__ import annotations

import random
from functools import cache

from lark.grammar import Rule, Terminal

from hoyle.dsl.parser import grammar, literals

_SAMPLES = {
    "STRING": ['"said"', '"{n} of {you}"'],
    "CITE": ["§K1"],
    "HALF": ["2.5", "0.5"],
    "COMP": ["==", "!=", "<", ">="],
    "IF_ABLE": ["if able"],
    "THEN": [", then"],
    "TIED": [", ties"],
    "REACT": ["after", "instead"],
    "MODAL": ["must", "may"],
    "QUANT": ["some", "every", "no"],
    "SENSE": ["most", "least"],
    "TIES": ["share", "cancel", "friendly", "never"],
    "TYPE_WORD": ["set", "bag", "pile", "list"],
    "KIND": ["action", "require", "define", "score", "to"],
    "ONLY": ["winner", "teams"],
    "INT": ["0", "1", "2", "7", "12"],
}
_LAYOUT = {"_NL", "_INDENT", "_DEDENT"}


@cache
def _alternatives() -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in grammar().rules:
        found.setdefault(rule.origin.name, []).append(rule)
    return found


@cache
def _least_depth() -> dict[str, int]:
    """For each rule the depth of its shallowest derivation."""
    depths: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, rules in _alternatives().items():
            known = [d for d in (_depth_of(rule, depths) for rule in rules) if d is not None]
            if known and min(known) < depths.get(name, 1_000):
                depths[name] = min(known)
                changed = True
    return depths


def _depth_of(rule: Rule, depths: dict[str, int]) -> int | None:
    below = [0 if isinstance(part, Terminal) else depths.get(part.name) for part in rule.expansion]
    return None if None in below else 1 + max((d for d in below if d is not None), default=0)


def rule_of(data: str) -> str | None:
    """The rule whose derivation gives a tree of this name, by its alias if it has one."""
    if data in _alternatives():
        return data
    return next((rule.origin.name for rule in grammar().rules if rule.alias == data), None)


def derived(rng: random.Random, rule: str, names: list[str], indent: int = 0, depth: int = 6) -> str:
    """A sentence of `rule` with these names for its names. indent: blocks around it."""
    words: list[str] = []
    _derive(rng, rule, names, depth, words)
    return _laid_out(words, indent)


def _derive(rng: random.Random, rule: str, names: list[str], depth: int, words: list[str]) -> None:
    depths = _least_depth()
    options = [(r, _depth_of(r, depths)) for r in _alternatives()[rule]]
    fitting = [r for r, d in options if d is not None and d <= max(depth, depths[rule])]
    for part in rng.choice(fitting).expansion:
        if isinstance(part, Terminal):
            words.append(part.name if part.name in _LAYOUT else _word(rng, part.name, names))
        else:
            _derive(rng, part.name, names, depth - 1, words)


def _word(rng: random.Random, kind: str, names: list[str]) -> str:
    if kind == "NAME":
        return rng.choice(names)
    samples = _SAMPLES.get(kind)
    return rng.choice(samples) if samples else literals()[kind]


def _laid_out(words: list[str], indent: int) -> str:
    lines: list[str] = []
    line: list[str] = []
    level = indent
    for word in words:
        if word == "_INDENT":
            level += 1
        elif word == "_DEDENT":
            level -= 1
        elif word == "_NL":
            lines.append(" ".join(line))
            line = []
        else:
            line += ["    " * level + word] if not line and (lines or indent) else [word]
    return "\n".join([*lines, " ".join(line)]).rstrip(" ")
