"""One variant on its base: what it adds, replaces and removes, each checked against that base (semantics 20.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from attrs import define, evolve, field, frozen

from hoyle.compiler import base_calls
from hoyle.compiler.context import Declarations
from hoyle.compiler.declarations import add
from hoyle.compiler.implied_moves import may_imply
from hoyle.compiler.parts import Key, Part, all_parts, is_inside, parts_of, requirements, said
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label, listed, suggestion

_MOST_TOLD = 8  # parts of a kind that are listed
How = Literal["added", "replaced", "removed"]
HELPERS = ("define", "to")  # what an examples file may hold besides examples and promises


@frozen
class Change:
    """What one sentence of a variant does to one part.

    part: as the sentence names it; old, new: what was there before and what is there after, if it was read; hidden: the
    name under which `base()` finds the original.
    """

    how: How
    part: Part
    old: Part | None
    new: Part | None
    variant: str
    tail: n.Tail = field(factory=n.Tail)
    hidden: str | None = None


@frozen
class Overlay:
    """A variant with its examples: its name and its sentences, each with the kind of file it stands in."""

    name: str
    sentences: tuple[tuple[str, n.Decl], ...]
    file: n.File


@define
class Application:
    """An overlay going onto a game.

    own: the base it was written for; total: the game it goes onto, which may have other variants too. lenient: examples
    were not read, so what belongs to them may be missing.
    """

    overlay: Overlay
    own: Declarations
    total: Declarations
    diagnostics: Diagnostics
    lenient: bool = False
    changes: list[Change] = field(factory=list)
    known: dict[Key, Part] = field(init=False)
    touched: dict[Key, Part] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.known = all_parts(self.own)

    def run(self) -> list[Change]:
        for kind, decl in self.overlay.sentences:
            self._sentence(kind, decl)
        return self.changes

    def _sentence(self, file: str, decl: n.Decl) -> None:
        match decl:
            case n.Replace(decl=inner):
                self._replace(file, decl, inner)
            case n.AddRequire():
                self._add_require(decl)
            case n.ReplaceRequire():
                self._replace_require(decl)
            case n.ReplaceScore(name=name):
                self._replace_score(decl, Part("score", (name.text,), decl, name.span))
            case n.Remove():
                self._remove(file, decl)
            case _:
                self._add(file, decl)

    def _note(self, how: How, part: Part, old: Part | None, decl: n.Decl, hidden: str | None = None) -> None:
        tail = decl.decl.tail if isinstance(decl, n.Replace) else decl.tail
        new = None if how == "removed" else part
        self.changes.append(Change(how, part, old, new, self.overlay.name, tail, hidden))

    # -------------------------------------------------------------------------------------------- checks

    def _touch(self, part: Part) -> bool:
        """Whether this is the first sentence about the part, or about one inside it or around it."""
        for key, other in self.touched.items():
            if key == part.key or is_inside(key, part.key) or is_inside(part.key, key):
                first = Label(other.span, "what is said first of it")
                why = "a variant says of a part once what becomes of it"
                self.diagnostics.report("E0607", part.span, f"{part}", labels=[first], why=why)
                return False
        self.touched[part.key] = part
        return True

    def _found(self, part: Part, file: str) -> Part | None:
        """The part of the base that a sentence speaks of; None after a report, or if it was not read (`lenient`)."""
        found = self.known.get(part.key)
        if found is not None and part.kind not in ("type", "table") and found.kind != part.kind:
            why = f"`{part.path[-1]}` is {_article(found)}"
            self.diagnostics.report("E0604", part.span, f"{part}", labels=[Label(found.span, "it is here")], why=why)
            return None
        if found is not None and file != "examples" and (part.kind, *part.path) in self.own.helpers:
            why = "it stands in an examples file, which is not read in play; change it in the examples of the variant"
            self.diagnostics.report("E0604", part.span, f"{part}", labels=[Label(found.span, "it is here")], why=why)
            return None
        if found is None and not self._is_unread(part):
            self._missing(part)
        return found

    def _is_unread(self, part: Part) -> bool:
        return self.lenient and part.kind in ("example", "always")

    def _missing(self, part: Part) -> None:
        of = self._base_name
        *front, name = part.path or (part.kind,)
        near = [p.path[-1] for p in self.known.values() if p.key[0] == part.key[0] and list(p.path[:-1]) == front]
        hint = suggestion(name, near) or self._elsewhere(part)
        near = near if hint is None and len(near) <= _MOST_TOLD else []
        why = f"it has {listed([f'`{name}`' for name in dict.fromkeys(near)], 'and')}" if near else None
        self.diagnostics.report("E0604", part.span, f"{of} has no {said(part.kind, part.path)}", why=why, hint=hint)

    def _elsewhere(self, part: Part) -> str | None:
        if not part.path:
            return f"leave `replace` out: {self._base_name} has none yet"
        others = [p for p in self.known.values() if p.path and p.path[-1] == part.path[-1] and p.kind != part.kind]
        return f"{others[0]} has this name" if others else None

    @property
    def _base_name(self) -> str:
        return self.overlay.file.of.text if self.overlay.file.of is not None else self.own.name.text

    # -------------------------------------------------------------------------------------------- adding

    def _add(self, file: str, decl: n.Decl) -> None:
        fresh = True
        for part in parts_of(decl):
            if part.kind == "reaction":
                self._note("added", part, None, decl)
            elif part.key in self.known:
                self._taken(part, self.known[part.key])
                fresh = False
            elif self._touch(part):
                self._note("added", part, None, decl)
            else:
                fresh = False
        if fresh:
            add(self.total, decl, self.diagnostics)
            note_helpers(self.total, file, decl)

    def _taken(self, part: Part, there: Part) -> None:
        hint = f"to change it: `replace {_opening(part)}`"
        label = Label(there.span, f"{self._base_name} has it already")
        self.diagnostics.report("E0605", part.span, f"{part}", labels=[label], hint=hint)

    # -------------------------------------------------------------------------------------------- replacing

    def _replace(self, file: str, outer: n.Replace, decl: n.Decl) -> None:
        match decl:
            case n.Players() | n.NamedPlayers():
                self._replace_players(outer, decl)
            case n.Reaction():
                self._replace_reaction(outer, decl)
            case n.Scoring(components=components):
                for component in components:
                    part = Part("score", (component.name.text,), component, component.name.span)
                    self._replace_component(outer, component, part)
            case _:
                for part in parts_of(decl):
                    old = self._found(part, file)
                    if (old is not None or self._is_unread(part)) and self._touch(part):
                        self._put(outer, part, old)

    def _replace_players(self, outer: n.Replace, decl: n.Players | n.NamedPlayers) -> None:
        part = Part("players", (), decl, decl.span)
        if self._touch(part):
            old = Part("players", (), self.own.players[0], self.own.players[0].span) if self.own.players else None
            self.total.former_players += self.total.players
            self.total.players = [decl]
            self._note("replaced", part, old, outer)

    def _replace_reaction(self, outer: n.Replace, decl: n.Reaction) -> None:
        part = Part("reaction", (decl.verb.text,), decl, decl.verb.span)
        old = [r for r in self.own.reactions if r.verb.text == decl.verb.text and r.when == decl.when]
        if not old:
            return self._no_reaction(part, f"{decl.when} {decl.verb}")
        if self._touch(part):
            place = next(i for i, r in enumerate(self.total.reactions) if r is old[0])
            self.total.reactions[place] = decl
            self._drop_reactions(old[1:])
            self._note("replaced", part, Part("reaction", part.path, old[0], old[0].span), outer)

    def _no_reaction(self, part: Part, what: str) -> None:
        verbs = {r.verb.text for r in self.own.reactions}
        hint = suggestion(part.path[0], verbs)
        self.diagnostics.report("E0604", part.span, f"{self._base_name} has no `{what}`", hint=hint)

    def _replace_score(self, decl: n.ReplaceScore, part: Part) -> None:
        old = self._found(part, "variant")
        if old is None:
            return
        component = evolve(old.node, value=decl.value, tail=decl.tail, name=decl.name, span=decl.span)
        self._replace_component(decl, component, evolve(part, node=component))

    def _replace_component(self, decl: n.Decl, component: n.Component, part: Part) -> None:
        old = self._found(part, "variant")
        if old is None or not self._touch(part):
            return
        value = base_calls.inlined(component.value, old.node.value, self.diagnostics)
        self.total.components[component.name.text] = evolve(component, value=value)
        self._note("replaced", part, old, decl)

    def _put(self, outer: n.Replace, part: Part, old: Part | None) -> None:
        """The new declaration in the place of the old one, which `base()` may still need."""
        node, hidden = part.node, None
        if old is not None and base_calls.calls_base(node) and isinstance(node, base_calls.Named | base_calls.Verb):
            original = self._original(old.node)
            if original is not None:
                hidden = self._hide(original, part)
                node = base_calls.redirected(node, original, hidden, self.diagnostics)
        put(self.total, part, node)
        self._note("replaced", part, old, outer, hidden)

    def _original(self, node: Any) -> Any:
        """What a verb or define was; an action that is like another one is what that one is."""
        seen: set[str] = set()
        while isinstance(node, n.LikeAction) and node.like.text not in seen:
            seen.add(node.like.text)
            node = self.own.actions.get(node.like.text)
        return None if isinstance(node, n.LikeAction) else node

    def _hide(self, original: Any, part: Part) -> str:
        names = {*self.total.defines, *self.total.procedures, *self.total.actions}
        name = f"_{part.path[0]}_of_{self._base_name}"
        while name in names:
            name = f"_{name}"
        if isinstance(original, base_calls.Named):
            self.total.defines[name] = base_calls.hidden_define(original, name)
        else:
            self.total.procedures[name] = base_calls.hidden_procedure(original, name, part.span)
        return name

    # -------------------------------------------------------------------------------------------- requirements

    def _action_with(self, path: tuple[n.Ident, ...]) -> n.Action | None:
        """The action whose requirement is meant; None after a report."""
        if len(path) != 2:
            why = "a requirement is named with its action: `action.name`"
            self.diagnostics.report("E0604", path[0].span, ".".join(i.text for i in path), why=why)
            return None
        part = Part("action", (path[0].text,), None, path[0].span)
        found = self._found(part, "variant")
        if found is not None and isinstance(found.node, n.LikeAction):
            why = f"`{path[0]}` has the requirements of `{found.node.like}`"
            self.diagnostics.report("E0604", path[1].span, labels=[Label(found.span, "here")], why=why)
            return None
        return found.node if found is not None else None

    def _add_require(self, decl: n.AddRequire) -> None:
        action = self._action_with(decl.path)
        if action is None:
            return
        name = decl.path[1]
        new = n.Require(name, decl.test, tail=decl.tail, span=decl.span)
        part = Part("require", (action.name.text, name.text), new, name.span)
        there = requirements(action).get(name.text)
        if there is not None:
            self._taken(part, there)
        elif self._touch(part):
            self._put_require(action.name.text, new, None)
            self._note("added", part, None, decl)

    def _replace_require(self, decl: n.ReplaceRequire) -> None:
        action = self._action_with(decl.path)
        if action is None:
            return
        name = decl.path[1]
        new = n.Require(name, decl.test, tail=decl.tail, span=decl.span)
        part = Part("require", (action.name.text, name.text), new, name.span)
        old = requirements(action).get(name.text)
        if old is None and not may_imply(self.own, action, name.text):
            return self._no_requirement(action, part)
        if self._touch(part):
            self._put_require(action.name.text, evolve(new, test=self._required(new.test, old)), old)
            self._note("replaced", part, old, decl)

    def _required(self, test: n.Expr, old: Part | None) -> n.Expr:
        match old.node if old is not None else None:
            case n.Require(test=original):
                return base_calls.inlined(test, original, self.diagnostics)
            case n.RequireDefined(name=name, args=args, brackets=brackets):
                func = n.Name(name.text, span=name.span)
                return base_calls.inlined(test, n.Call(func, args) if brackets else func, self.diagnostics)
        return test  # what is implied has no words of its own: `base()` is refused by the checker

    def _put_require(self, verb: str, new: n.Require, old: Part | None) -> None:
        action = self.total.actions[verb]
        assert isinstance(action, n.Action)
        if old is not None:
            body = tuple(new if _is_named(stmt, new.name.text) else stmt for stmt in action.body)
        else:
            last = max((i for i, s in enumerate(action.body) if isinstance(s, _HEADER)), default=-1)
            body = (*action.body[: last + 1], new, *action.body[last + 1 :])
        self.total.actions[verb] = evolve(action, body=body)

    def _no_requirement(self, action: n.Action, part: Part) -> None:
        hint = suggestion(part.path[1], requirements(action))
        named = ", ".join(f"`{name}`" for name in requirements(action))
        why = f"it requires {named}" if named else "it requires nothing"
        at = f"{action.name} has no requirement `{part.path[1]}`"
        label = Label(action.name.span, "the action")
        self.diagnostics.report("E0604", part.span, at, labels=[label], why=why, hint=hint)

    # -------------------------------------------------------------------------------------------- removing

    def _remove(self, file: str, decl: n.Remove) -> None:
        path = tuple(i.text for i in decl.path)
        span = decl.path[-1].span if decl.path else decl.span
        if decl.kind == "require":
            return self._remove_require(decl)
        if decl.kind == "reaction":
            return self._remove_reactions(decl, Part("reaction", path, decl, span))
        if len(path) != (2 if decl.kind == "field" else 0 if decl.kind in ("teams", "winner") else 1):
            why = "a field is named with what has it: `Type.field`, `game.field`" if decl.kind == "field" else None
            self.diagnostics.report("E0604", span, ".".join(path), why=why)
            return
        part = Part(decl.kind, path, decl, span)
        old = self._found(part, file)
        if (old is not None or self._is_unread(part)) and self._touch(part):
            drop(self.total, part)
            self._note("removed", part, old, decl)

    def _remove_require(self, decl: n.Remove) -> None:
        action = self._action_with(decl.path)
        if action is None:
            return
        name = decl.path[1]
        part = Part("require", (action.name.text, name.text), decl, name.span)
        old = requirements(action).get(name.text)
        if old is None and may_imply(self.own, action, name.text):
            why = "the move in the effect implies it: without it the effect would fail"
            hint = f"replace the action, or say what is to hold instead: `replace require {action.name}.{name}: …`"
            self.diagnostics.report("E0604", name.span, f"`{name}` is not written", why=why, hint=hint)
        elif old is None:
            self._no_requirement(action, part)
        elif self._touch(part):
            total = self.total.actions[action.name.text]
            assert isinstance(total, n.Action)
            body = tuple(stmt for stmt in total.body if not _is_named(stmt, name.text))
            self.total.actions[action.name.text] = evolve(total, body=body)
            self._note("removed", part, old, decl)

    def _remove_reactions(self, decl: n.Remove, part: Part) -> None:
        old = [r for r in self.own.reactions if r.verb.text == part.path[0]]
        if not old:
            return self._no_reaction(part, f"after {part.path[0]}")
        if self._touch(part):
            self._drop_reactions(old)
            for reaction in old:
                self._note("removed", part, Part("reaction", part.path, reaction, reaction.span), decl)

    def _drop_reactions(self, dropped: Iterable[n.Reaction]) -> None:
        gone = list(dropped)
        self.total.reactions = [r for r in self.total.reactions if not any(r is g for g in gone)]


_HEADER = (n.Require, n.RequireDefined, n.Same)


def _is_named(stmt: n.Stmt, name: str) -> bool:
    """Whether it is the requirement of this name."""
    return isinstance(stmt, n.Require | n.RequireDefined) and stmt.name.text == name


def _article(part: Part) -> str:
    return f"{'an' if part.kind[0] in 'aeiou' else 'a'} {said(part.kind, part.path).split(' `')[0]}"


def _opening(part: Part) -> str:
    """How the sentence begins that would replace a part."""
    match part.kind:
        case "field":
            return "game has: …" if part.path[0] == "game" else f"each {part.path[0]} has: …"
        case "score":
            return f"score {part.path[0]}: …"
        case "setup" | "play" | "teams" | "winner":
            return f"{part.kind}: …"
        case "players":
            return "players …"
    return f"{part.kind} {'.'.join(part.path)} …"


# ------------------------------------------------------------------------------------------------ where parts lie


def table_of(decls: Declarations, part: Part) -> dict[Any, Any]:
    """The table of all parts of its kind."""
    tables: dict[str, dict[Any, Any]] = {
        "option": decls.options,
        "type": decls.types,
        "table": decls.types,
        "field": decls.fields,
        "define": decls.defines,
        "action": decls.actions,
        "to": decls.procedures,
        "score": decls.components,
        "always": decls.promises,
        "example": decls.examples,
    }
    return tables[part.kind]


def _place(part: Part) -> Any:
    if part.kind == "field":
        return (None if part.path[0] == "game" else part.path[0], part.path[1])
    return part.path[0]


def put(decls: Declarations, part: Part, node: Any) -> None:
    """Replace a part; it keeps its place among the others."""
    if part.kind in ("setup", "play", "teams", "winner"):
        setattr(decls, part.kind, node)
    else:
        table_of(decls, part)[_place(part)] = node


def drop(decls: Declarations, part: Part) -> None:
    if part.kind in ("teams", "winner"):
        setattr(decls, part.kind, None)
    else:
        table_of(decls, part).pop(_place(part), None)


def note_helpers(decls: Declarations, file: str, decl: n.Decl) -> None:
    """Defines and procedures of an examples file are no part of the game's identity (semantics 1.3)."""
    if file == "examples":
        decls.helpers |= {(p.kind, *p.path) for p in parts_of(decl) if p.kind in HELPERS}
