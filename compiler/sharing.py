"""Slots that are never in use together share one place of the state vector.

Of the sentences of a hundred cards only one is under way at a time; without sharing each would have counters of its own
in every state. A slot is in use from where it may be set to where it is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.compiler import ir
from hoyle.compiler.liveness import assigns, set_on_the_way
from hoyle.compiler.simplify import targets
from hoyle.compiler.typed import Stmt, Var
from hoyle.compiler.types import BagType, PileType, is_scalar

Together = dict[Var, set[Var]]


def share_slots(module: ir.Module, part: ir.Part) -> None:
    """Fill `part.shared`: the slots in groups, each of one form, no two of a group in use at once."""
    together = _together(module, part)
    groups: list[list[Var]] = []
    for v in part.slots:
        for group in groups:
            if _may_share(v, group[0]) and not together[v].intersection(group):
                group.append(v)
                break
        else:
            groups.append([v])
    part.shared = [tuple(g) for g in groups]


def _may_share(v: Var, other: Var) -> bool:
    """Scalars are all one integer; of sets and lists only equal types are packed alike. What may be a local zone stays
    alone."""
    if is_scalar(v.type) or is_scalar(other.type):
        return is_scalar(v.type) and is_scalar(other.type)
    return v.type == other.type and not isinstance(v.type, BagType | PileType)


def _together(module: ir.Module, part: ir.Part) -> Together:
    """Which slots must keep apart: one is set, or forgotten, while the other holds something.

    Where ways meet, what was set on one of them and what on another do not meet: only one of the ways was taken.
    """
    slots = set(part.slots)
    used = used_at_start(module, part)
    together: Together = {v: set() for v in part.slots}
    _meet(together, set(part.params) & slots, set())
    for number in part.blocks:
        block = module.blocks[number]
        now = set(used[number])
        for s in block.stmts:
            lost = forgotten(s)
            now -= lost
            _meet(together, lost & slots, now, mutual=False)
            found = assigns((s,)) & slots
            _meet(together, found, now)
            now |= found
        for target in targets(block.end):
            _meet(together, set_on_the_way(block.end, target) & slots, now)
    return together


def _meet(together: Together, these: set[Var], others: set[Var], mutual: bool = True) -> None:
    for v in these:
        for w in others | these if mutual else others:
            if v is not w:
                together[v].add(w)
                together[w].add(v)


def used_at_start(module: ir.Module, part: ir.Part) -> dict[int, set[Var]]:
    """Per block: slots that may hold something as it begins."""
    slots = set(part.slots)
    held: dict[int, set[Var]] = {n: set() for n in part.blocks}
    held[part.entry] = set(part.params) & slots
    todo = list(part.blocks)
    while todo:
        block = module.blocks[todo.pop(0)]
        now = used_after(block.stmts, held[block.number], slots)
        for target in targets(block.end):
            new = now | set_on_the_way(block.end, target) & slots
            if not new <= held[target]:
                held[target] |= new
                todo.append(target)
    return held


def used_after(stmts: Iterable[Stmt], used: set[Var], slots: set[Var]) -> set[Var]:
    now = set(used)
    for s in stmts:
        now |= assigns((s,)) & slots
        now -= forgotten(s)
    return now


def forgotten(s: Stmt) -> set[Var]:
    return set(s.vars) if isinstance(s, ir.Forget) else set()
