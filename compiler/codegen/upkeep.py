"""What keeps selections true: where a field that they depend on is written, the lists are changed (codegen_kept).

A list is never changed in place, as copies of the vector share it: a changed copy takes its place.
"""

from __future__ import annotations

from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.asks import Asks
from hoyle.compiler.codegen.nest_steps import Loop
from hoyle.compiler.codegen.values import SUM, Test, Val, conjunction
from hoyle.compiler.rewrite import rebuild
from hoyle.compiler.types import BOOL, MemberType, is_optional, none_code


class Upkeep(Asks):
    """The part of a function under construction that writes single values."""

    def kept(self, v: Val) -> Val:
        raise NotImplementedError

    def put(self, s: t.Store, at: str, new: str) -> None:
        """Write a value to an address, and to what is kept of it."""
        selections, patterns = self._kept_of(s.field), self.gen.facts["patterns"].on(s.field)
        if not selections and not patterns:
            self.line(f"s[{at}] = {new}")
            return
        owner, value = self._named(self.val(s.indices[0]).sure()), self._named(Val(new))
        at = self._named(Val(at)).text
        families = [x for x in selections if x.by is s.field]
        if families or patterns:
            old = self.fresh("old")
            self.line(f"{old} = s[{at}]")
        self.line(f"s[{at}] = {value.text}")
        for selection in families:
            self._leave(selection, s.field, old, owner.text)
            self._join(selection, s, value.text, owner.text)
        for selection in selections:
            if s.field in selection.touched:
                self._touch(selection, s, owner)
        for pattern in patterns:
            self._weigh(pattern, owner, old, value.text)

    def kept_after_change(self, s: t.Store) -> None:
        """Something was added to a field: what is kept of it is made anew."""
        for selection in self._kept_of(s.field):
            for place in range(selection.slot, selection.slot + selection.places):
                self.line(f"s[{place}] = None")
        for pattern in self.gen.facts["patterns"].on(s.field):
            self.line(f"s[{pattern.slot}] = None")

    def _kept_of(self, f: t.Field) -> list[Any]:
        found: list[Any] = self.gen.facts["kept"].of(f)
        return found

    def _named(self, v: Val) -> Val:
        """The value under a name, unless it is a name or a number."""
        return v if v.text.isidentifier() or v.text.lstrip("-").isdigit() else self.kept(v)

    # -------------------------------------------------------------------------------------------- contents of lines

    def _weigh(self, pattern: Any, owner: Val, old: str, value: str) -> None:
        """The number of each line that the member lies on, while the numbers are known."""
        weights = self.gen.constant(pattern.weights, f"{pattern.field.name}_weighs").text
        low = pattern.field.owner.low
        index = owner.text if low == 0 else f"{owner.at(SUM)} - {low}" if low > 0 else f"{owner.at(SUM)} + {-low}"
        line, weight, more = self.fresh("line"), self.fresh("weight"), self.fresh("more")
        with self.block(f"if {old} != {value} and s[{pattern.slot}] is not None:"):
            self.line(f"{more} = {value} - {old}")
            with self.block(f"for {line}, {weight} in {weights}[{index}]:"):
                self.line(f"s[{line}] += {more} * {weight}")

    # -------------------------------------------------------------------------------------------- lists by value

    def _leave(self, selection: Any, f: t.Field, old: str, owner: str) -> None:
        """The member is no longer among those with the old value."""
        kept = self.fresh("kept")
        place = f"s[{old} + {selection.slot - selection.low}]"
        tests = [f"{old} != {none_code(f.type)}"] if is_optional(f.type) else []
        tests.append(f"({kept} := {place}) is not None")
        tests += [] if selection.is_whole else [f"{owner} in {kept}"]
        with self.block(f"if {' and '.join(tests)}:"):
            self._changed(place, kept, f"{kept}.remove({owner})")

    def _join(self, selection: Any, s: t.Store, value: str, owner: str) -> None:
        """The member is among those with the new value."""
        if value == str(none_code(s.field.type)) and is_optional(s.field.type):
            return
        kept = self.fresh("kept")
        fixed = value.isdigit()
        place = f"s[{selection.slot - selection.low + (int(value) if fixed else 0)}]"
        place = place if fixed else f"s[{value} + {selection.slot - selection.low}]"
        tests = [f"{value} != {none_code(s.field.type)}"] if is_optional(s.value.type) and not fixed else []
        tests.append(f"({kept} := {place}) is not None")
        tests += [] if selection.is_whole else [f"{owner} in {self.gen.constant(frozenset(selection.members)).text}"]
        with self.block(f"if {' and '.join(tests)}:"):
            self._changed(place, kept, f"{self.gen.use('insort')}({kept}, {owner})")

    def _changed(self, place: str, kept: str, change: str) -> None:
        self.line(f"{place} = {kept} = {kept}[:]")
        self.line(change)

    # -------------------------------------------------------------------------------------------- lists by conditions

    def _touch(self, selection: Any, s: t.Store, owner: Val) -> None:
        """Each member that looks at what was written is tested again."""
        place = f"s[{selection.slot}]"
        if selection.is_own(s.field) and owner.const is None:
            with self.bound({selection.var: owner}):
                test = self._known_test(selection, s)
            self._retested(place, owner.text, test)
            return
        kept = self.fresh("kept")
        with self.block(f"if ({kept} := {place}) is not None:"):
            self.line(f"{place} = {kept} = {kept}[:]")
            self._retest_all(selection, s, owner, kept)

    def _known_test(self, selection: Any, s: t.Store) -> Test:
        """The conditions on the member that was written itself: what was written there is known."""

        def known(x: Any) -> Any:
            match x:
                case t.Load(field=f) if f is s.field and isinstance(s.value, t.Const | t.Local):
                    return s.value
                case t.Op(op="==" | "!=" as op, args=(a, t.Const(value=value))) if a is s.value:
                    if value == none_code(s.field.type) and not is_optional(s.value.type):
                        return t.Const(BOOL, op == "!=")
            return x

        return self._conditions([(rebuild(c.test, known), c.wanted) for c in selection.conditions])

    def _conditions(self, tests: list[tuple[t.Expr, bool]]) -> Test:
        return conjunction([self.true(e) if wanted else self.untrue(e) for e, wanted in tests])

    def _retested(self, place: str, member: str, test: Test) -> None:
        kept = self.fresh("kept")
        if test.text != "True":
            with self.block(f"if ({kept} := {place}) and {member} in {kept}" + self._unless(test) + ":"):
                self._changed(place, kept, f"{kept}.remove({member})")
        if test.text != "False":
            with self.block(f"if ({kept} := {place}) is not None and {member} not in {kept}" + self._if(test) + ":"):
                self._changed(place, kept, f"{self.gen.use('insort')}({kept}, {member})")

    def _unless(self, test: Test) -> str:
        return "" if test.text == "False" else f" and not ({test.text})"

    def _if(self, test: Test) -> str:
        return "" if test.text == "True" else f" and ({test.text})"

    def _retest_all(self, selection: Any, s: t.Store, owner: Val, kept: str) -> None:
        assert isinstance(s.indices[0].type, MemberType)
        table = selection.table(s.field)
        at = t.Var("at", MemberType(s.field.owner), "let")  # type: ignore[arg-type]
        walked = t.Lookup(table.type, table, (t.Local(at.type, at),))

        def body() -> None:
            member = self.env[selection.var].text
            test = self._conditions([(c.test, c.wanted) for c in selection.conditions])
            with self.block(f"if {test.text}:"), self.block(f"if {member} not in {kept}:"):
                self.line(f"{self.gen.use('insort')}({kept}, {member})")
            with self.block(f"elif {member} in {kept}:"):
                self.line(f"{kept}.remove({member})")

        with self.bound({at: owner}):
            self.nest([Loop(selection.var, walked, False)], body)
