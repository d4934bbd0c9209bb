"""Making the graph small: jump threading, merging of blocks with one predecessor, dense numbers in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import attrs

from hoyle.compiler import ir
from hoyle.compiler.rewrite import walk
from hoyle.compiler.typed import Choose, Const


def targets(end: ir.Terminator) -> Iterator[int]:
    """The blocks a terminator may lead to, in order."""
    match end:
        case ir.Goto(target) | ir.Chance(_, target) | ir.Invoke(_, _, target):
            yield target
        case ir.Branch(_, then, orelse):
            yield then
            yield orelse
        case ir.Decide(site):
            yield from (a.target for a in site.alternatives)
            yield from (x for x in (site.pass_target, site.none_target) if x is not None)


def retarget(end: ir.Terminator, to: Callable[[int], int]) -> ir.Terminator:
    """The same terminator with other targets. A decision site is changed in place, for sites are known by identity."""
    match end:
        case ir.Goto(target):
            return attrs.evolve(end, target=to(target))
        case ir.Chance(_, target) | ir.Invoke(_, _, target):
            return attrs.evolve(end, target=to(target))
        case ir.Branch(_, then, orelse):
            return attrs.evolve(end, then=to(then), orelse=to(orelse))
        case ir.Decide(site):
            _retarget_site(site, to)
    return end


def _retarget_site(site: ir.DecisionSite, to: Callable[[int], int]) -> None:
    # An alternative may be shared by two sites (before and after the first deed): never change it in place.
    site.alternatives = tuple(
        ir.Alternative(a.generator, a.args, a.binds, to(a.target), a.uses) for a in site.alternatives
    )
    site.pass_target = to(site.pass_target) if site.pass_target is not None else None
    site.none_target = to(site.none_target) if site.none_target is not None else None


def simplify(module: ir.Module) -> None:
    for part in module.parts:
        if part.pausing:
            _simplify_part(module, part)
    _drop_unreached_parts(module)
    _number(module)


def _simplify_part(module: ir.Module, part: ir.Part) -> None:
    for number in part.blocks:
        block = module.blocks[number]
        block.end = _folded(block.end)
    while True:
        _thread(module, part)
        part.blocks = _reached(module, part)
        if not _merge(module, part):
            return


def _folded(end: ir.Terminator) -> ir.Terminator:
    if isinstance(end, ir.Branch) and isinstance(end.test, Const):
        return ir.Goto(end.then if end.test.value else end.orelse, span=end.span)
    return end


def _thread(module: ir.Module, part: ir.Part) -> None:
    """Jumps to a block that only jumps on lead to where it leads."""

    def final(number: int) -> int:
        seen: set[int] = set()
        while number not in seen:
            seen.add(number)
            block = module.blocks[number]
            if block.stmts or not isinstance(block.end, ir.Goto):
                break
            number = block.end.target
        return number

    part.entry = final(part.entry)
    for number in part.blocks:
        block = module.blocks[number]
        block.end = retarget(block.end, final)


def _reached(module: ir.Module, part: ir.Part) -> list[int]:
    """The blocks that can be reached, in depth-first order of reading."""
    found: dict[int, None] = {}
    todo = [part.entry]
    while todo:
        number = todo.pop()
        if number not in found:
            found[number] = None
            todo.extend(reversed(list(targets(module.blocks[number].end))))
    return list(found)


def _merge(module: ir.Module, part: ir.Part) -> bool:
    """A block that only one jump leads to becomes the end of the block that jumps."""
    sources = Counter(x for n in part.blocks for x in targets(module.blocks[n].end))
    sources[part.entry] += 1
    merged: set[int] = set()
    for number in part.blocks:
        block = module.blocks[number]
        while number not in merged and isinstance(block.end, ir.Goto):
            target = block.end.target
            if sources[target] != 1 or target == number or target in merged:
                break
            following = module.blocks[target]
            block.stmts.extend(following.stmts)
            block.end = following.end
            merged.add(target)
    part.blocks = [n for n in part.blocks if n not in merged]
    return bool(merged)


def _drop_unreached_parts(module: ir.Module) -> None:
    """Parts that nothing can start any more. In debug builds every verb may be entered from outside."""
    if module.debug:
        return
    found: dict[ir.Part, None] = {}
    todo = [module.main]
    while todo:
        part = todo.pop()
        if part not in found:
            found[part] = None
            todo.extend(called(module, part))
    module.parts = [p for p in module.parts if p in found]


def called(module: ir.Module, part: ir.Part) -> Iterator[ir.Part]:
    for n in part.blocks:
        end = module.blocks[n].end
        if isinstance(end, ir.Invoke):
            yield end.part
    stmts = [*part.body, *(s for n in part.blocks for s in module.blocks[n].stmts)]
    for s in stmts:
        yield from (x.part for x in walk(s) if isinstance(x, ir.Run))


def _number(module: ir.Module) -> None:
    """Dense numbers: blocks part by part, pauses from 1 in order of blocks, generators in order of use."""
    order = [n for p in module.parts for n in p.blocks]
    new = {old: i for i, old in enumerate(order)}
    blocks = {new[n]: module.blocks[n] for n in order}
    for number, block in blocks.items():
        block.number = number
        block.end = retarget(block.end, new.__getitem__)
    for part in module.parts:
        part.blocks = [new[n] for n in part.blocks]
        part.entry = new[part.entry] if part.pausing else -1
    module.blocks = blocks
    _number_sites(module)
    _number_generators(module)


def _number_sites(module: ir.Module) -> None:
    module.decisions, module.chances = [], []
    pause = 0
    for block in module.blocks.values():
        match block.end:
            case ir.Decide(site):
                pause += 1
                site.number = pause
                module.decisions.append(site)
            case ir.Chance(chance, _):
                pause += 1
                chance.number = pause
                module.chances.append(chance)


def _number_generators(module: ir.Module) -> None:
    used = [a.generator for site in module.decisions for a in site.alternatives]
    kept = [g for g in module.generators if g in set(used) or not _is_choose(g)]
    for i, generator in enumerate(kept):
        generator.number = i
    module.generators = kept


def _is_choose(generator: ir.Generator) -> bool:
    return isinstance(generator.source, Choose)


def endings(module: ir.Module) -> set[str]:
    return {b.end.ending for b in module.blocks.values() if isinstance(b.end, ir.Over)}
