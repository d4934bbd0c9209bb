"""A whole file: from Lark's tree to `nodes.File`, every node with its span."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token, Tree

from hoyle.dsl import nodes
from hoyle.dsl.build_base import Branch, unquoted
from hoyle.dsl.build_looks import LookBuilder
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.span import Source

EDITION = 1  # the newest edition of the language that is known here

# The notation of moves and outcomes needs them (semantics 21.1).
RESERVED_VERBS = ("pass", "choose", "roll", "draw")


def build(tree: Branch, source: Source, diagnostics: Diagnostics) -> nodes.File:
    """The file that `tree` says; sentences that parse but mean nothing are reported."""
    return FileBuilder(source, diagnostics).file(tree)


class FileBuilder(LookBuilder):
    # -------------------------------------------------------------------------------------------- files

    def file(self, tree: Branch) -> nodes.File:
        edition, header, *decls = tree.children
        assert isinstance(header, Tree)
        number = self.edition(edition) if isinstance(edition, Tree) else 1
        *_, tail = header.children
        kind, name, of = self._header(header)
        return nodes.File(
            kind,
            name,
            of,
            self.each(decls),
            edition=number,
            edition_written=edition is not None,
            tail=self.build(tail),  # type: ignore[arg-type]
            span=self.sentence(header),
        )

    def edition(self, tree: Branch) -> int:
        (token,) = tree.children
        assert isinstance(token, Token)
        number = self.number(token)
        if not 1 <= number <= EDITION:
            self.diagnostics.report(
                "E0124",
                self.token_span(token),
                f"this hoyle reads edition {EDITION}" if EDITION == 1 else f"this hoyle reads editions 1 to {EDITION}",
                why="a newer edition may give old sentences a new meaning, so it is not guessed at",
                hint="use a newer hoyle",
            )
        return number

    def _header(self, tree: Branch) -> tuple[str, nodes.Ident, nodes.Ident | None]:
        kind = str(tree.data).removesuffix("_file")
        names = self.idents(t for t in tree.children if isinstance(t, Token))
        if kind in ("examples", "look"):
            return kind, names[0], names[0]
        return kind, names[0], names[1] if len(names) > 1 else None

    # -------------------------------------------------------------------------------------------- overlays and words

    def build_replace(self, tree: Branch, decl: Branch) -> nodes.Decl:
        inner = self.build(decl)
        return nodes.Replace(inner, span=evolve(inner.span, start=tree.meta.start_pos))

    def build_add_require(self, tree: Branch, action: Token, name: Token, test: Branch, tail: Branch) -> nodes.Decl:
        path = self.idents((action, name))
        return nodes.AddRequire(path, self.build(test), tail=self.build(tail), span=self.sentence(tree))

    def build_replace_require(self, tree: Branch, path: Branch, test: Branch, tail: Branch) -> nodes.Decl:
        return nodes.ReplaceRequire(self.build(path), self.build(test), tail=self.build(tail), span=self.sentence(tree))

    def build_replace_score(self, tree: Branch, name: Token, value: Branch, tail: Branch) -> nodes.Decl:
        return nodes.ReplaceScore(self.ident(name), self.build(value), tail=self.build(tail), span=self.sentence(tree))

    def build_remove(self, tree: Branch, kind: Token, path: Branch, tail: Branch) -> nodes.Decl:
        return nodes.Remove(str(kind), self.build(path), tail=self.build(tail), span=self.sentence(tree))

    def build_remove_only(self, tree: Branch, kind: Token, tail: Branch) -> nodes.Decl:
        return nodes.Remove(str(kind), (), tail=self.build(tail), span=self.sentence(tree))

    def build_translation(self, tree: Branch, path: Branch, text: Token) -> nodes.Decl:
        tail = nodes.Tail(unquoted(text), text_span=self.token_span(text), span=self.token_span(text))
        return nodes.Translation(self.build(path), unquoted(text), tail=tail, span=self.sentence(tree))

    def build_path(self, tree: Branch, *names: Token) -> tuple[nodes.Ident, ...]:
        return self.idents(names)

    def build_key_path(self, tree: Branch, first: Token | Branch, *names: Token) -> tuple[nodes.Ident, ...]:
        if isinstance(first, Token):
            return self.idents((first, *names))
        place = self.span(first)
        return nodes.Ident(place.text, span=place), *self.idents(names)

    # -------------------------------------------------------------------------------------------- domains

    def build_players(self, tree: Branch, number: Branch, plus: Token | None, tail: Branch) -> nodes.Decl:
        low, high = number.children
        assert isinstance(low, Token)
        return nodes.Players(
            self.number(low),
            self.number(high if isinstance(high, Token) else low),
            self.maybe_ident(plus),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_named_players(self, tree: Branch, number: Token, *rest: Any) -> nodes.Decl:
        *names, tail = rest
        return nodes.NamedPlayers(
            self.number(number), self.idents(names), tail=self.build(tail), span=self.sentence(tree)
        )

    def build_option(self, tree: Branch, name: Token, kind: Branch, default: Branch, tail: Branch) -> nodes.Decl:
        return nodes.Option(
            self.ident(name),
            self.build(kind),
            self.build(default),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_option_choice(self, tree: Branch, name: Token, *rest: Any) -> nodes.Decl:
        *words, default, tail = rest
        return nodes.OptionChoice(
            self.ident(name),
            self.each(words),
            self.maybe(default),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_word(self, tree: Branch, word: Token) -> nodes.Ident:
        return self.ident(word)

    def build_none_word(self, tree: Branch) -> nodes.Ident:
        return nodes.Ident("none", span=self.span(tree))

    def build_type_decl(self, tree: Branch, name: Token, kind: Branch, tail: Branch) -> nodes.Decl:
        return nodes.TypeDecl(self.ident(name), self.build(kind), tail=self.build(tail), span=self.sentence(tree))

    def build_enum_decl(self, tree: Branch, name: Token, *rest: Branch) -> nodes.Decl:
        *members, tail = rest
        return nodes.EnumDecl(self.ident(name), self.each(members), tail=self.build(tail), span=self.sentence(tree))

    build_member = build_word

    def build_table(self, tree: Branch, name: Token, tail: Branch, *rows: Branch) -> nodes.Decl:
        return nodes.Table(self.ident(name), self.rows(tree, rows), tail=self.build(tail), span=self.sentence(tree))

    # -------------------------------------------------------------------------------------------- state

    def build_game_state(self, tree: Branch, tail: Branch, *fields: Branch) -> nodes.Decl:
        return nodes.State(None, self.each(fields), tail=self.build(tail), span=self.sentence(tree))

    def build_each_state(self, tree: Branch, owner: Token, tail: Branch, *fields: Branch) -> nodes.Decl:
        return nodes.State(self.ident(owner), self.each(fields), tail=self.build(tail), span=self.sentence(tree))

    def build_field(
        self,
        tree: Branch,
        name: Token,
        indices: Branch | None,
        kind: Branch,
        default: Branch | None,
        *rest: Branch | None,
    ) -> nodes.Field:
        *visibility, tail, full = rest
        assert tail is not None
        return nodes.Field(
            self.ident(name),
            () if indices is None else self.each(indices.children),
            self.build(kind),
            self.maybe(default),
            self.each(visibility),
            tail=self.build(tail),
            full=self.maybe(full),
            span=self.sentence(tree),
        )

    def build_full(self, tree: Branch, text: Token, *cites: Token) -> nodes.Tail:
        return self.build_tail(tree, text, *cites)

    def build_visibility(self, tree: Branch, what: Token | None, who: Branch) -> nodes.Visibility:
        return nodes.Visibility(self.maybe_ident(what), self.build(who), span=self.span(tree))

    # -------------------------------------------------------------------------------------------- defines and verbs

    def build_define(self, tree: Branch, name: Token, params: Branch | None, value: Branch, tail: Branch) -> nodes.Decl:
        return nodes.Define(
            self.ident(name),
            self.maybe(params),
            self.build(value),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_define_cases(
        self, tree: Branch, name: Token, params: Branch | None, tail: Branch, *cases: Branch
    ) -> nodes.Decl:
        return nodes.DefineCases(
            self.ident(name),
            self.maybe(params),
            self.each(cases),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_case(self, tree: Branch, value: Branch, test: Branch, tail: Branch) -> nodes.Case:
        return nodes.Case(self.build(value), self.build(test), tail=self.build(tail), span=self.sentence(tree))

    def build_case_else(self, tree: Branch, value: Branch, tail: Branch) -> nodes.Case:
        return nodes.Case(self.build(value), None, tail=self.build(tail), span=self.sentence(tree))

    def build_param_list(self, tree: Branch, *params: Branch | None) -> tuple[nodes.Param, ...]:
        return self.each(params)

    def build_param(self, tree: Branch, name: Token, kind: Branch) -> nodes.Param:
        return nodes.Param(self.ident(name), self.build(kind), None, span=self.span(tree))

    def build_param_in(self, tree: Branch, name: Token, domain: Branch) -> nodes.Param:
        return nodes.Param(self.ident(name), None, self.build(domain), span=self.span(tree))

    def verb(self, token: Token) -> nodes.Ident:
        if str(token) in RESERVED_VERBS:
            self.diagnostics.report(
                "E0115",
                self.token_span(token),
                f"nothing that is done can be called `{token}`",
                why="moves and outcomes are written `pass`, `choose(…)`, `roll(…)` and `draw(…)`",
                hint=f"call it `{token}_{'die' if token == 'roll' else 'card' if token == 'draw' else 'on'}`",
            )
        return self.ident(token)

    def build_action(self, tree: Branch, name: Token, params: Branch | None, tail: Branch, *body: Branch) -> nodes.Decl:
        return nodes.Action(
            self.verb(name),
            self.maybe(params) or (),
            self.each(body),
            brackets=params is not None,
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_like_action(self, tree: Branch, name: Token, like: Token, tail: Branch) -> nodes.Decl:
        return nodes.LikeAction(self.verb(name), self.ident(like), tail=self.build(tail), span=self.sentence(tree))

    def build_procedure(
        self, tree: Branch, name: Token, params: Branch | None, nested: Token | None, block: Branch
    ) -> nodes.Decl:
        body: nodes.Block = self.build(block)
        return nodes.Procedure(
            self.verb(name),
            self.maybe(params) or (),
            body,
            nested=None if nested is None else self.number(nested),
            brackets=params is not None,
            tail=body.tail,
            span=self.sentence(tree),
        )

    def build_setup(self, tree: Branch, block: Branch) -> nodes.Decl:
        body: nodes.Block = self.build(block)
        return nodes.Setup(body, tail=body.tail, span=self.sentence(tree))

    def build_play(self, tree: Branch, block: Branch) -> nodes.Decl:
        body: nodes.Block = self.build(block)
        return nodes.Play(body, tail=body.tail, span=self.sentence(tree))

    def build_phase(self, tree: Branch, phase: Branch) -> nodes.Decl:
        decl: nodes.Decl = self.build(phase)
        return decl

    def build_reaction(
        self, tree: Branch, when: Token, verb: Token, names: Branch | None, test: Branch | None, block: Branch
    ) -> nodes.Decl:
        body: nodes.Block = self.build(block)
        return nodes.Reaction(
            str(when),
            self.ident(verb),
            self.maybe(names),
            self.maybe(test),
            body,
            tail=body.tail,
            span=self.sentence(tree),
        )

    def build_name_list(self, tree: Branch, *names: Token) -> tuple[nodes.Ident, ...]:
        return self.idents(names)

    # -------------------------------------------------------------------------------------------- outcome and promises

    def build_teams(self, tree: Branch, tail: Branch, *teams: Branch) -> nodes.Decl:
        return nodes.Teams(self.each(teams), tail=self.build(tail), span=self.sentence(tree))

    def build_team(self, tree: Branch, name: Token, members: Branch, tail: Branch) -> nodes.Team:
        return nodes.Team(self.ident(name), self.build(members), tail=self.build(tail), span=self.sentence(tree))

    def build_scoring(self, tree: Branch, tail: Branch, *components: Branch) -> nodes.Decl:
        return nodes.Scoring(self.each(components), tail=self.build(tail), span=self.sentence(tree))

    def build_component(
        self, tree: Branch, name: Token, seats: Branch | None, value: Branch, tail: Branch
    ) -> nodes.Component:
        return nodes.Component(
            self.ident(name), self.maybe(seats), self.build(value), tail=self.build(tail), span=self.sentence(tree)
        )

    def build_winner(self, tree: Branch, value: Branch, tail: Branch) -> nodes.Decl:
        return nodes.Winner(self.build(value), tail=self.build(tail), span=self.sentence(tree))

    def build_always(self, tree: Branch, name: Token, *rest: Branch | None) -> nodes.Decl:
        *after, test, tail = rest
        assert test is not None and tail is not None
        return nodes.Always(
            self.ident(name), self.each(after), self.build(test), tail=self.build(tail), span=self.sentence(tree)
        )

    def build_verb_ref(self, tree: Branch, verb: Token, names: Branch | None) -> nodes.VerbRef:
        return nodes.VerbRef(self.ident(verb), self.maybe(names), span=self.span(tree))

    # -------------------------------------------------------------------------------------------- examples

    def build_example(self, tree: Branch, name: Token, tail: Branch, *lines: Branch) -> nodes.Decl:
        return nodes.Example(self.ident(name), self.each(lines), tail=self.build(tail), span=self.sentence(tree))

    def build_given(self, tree: Branch, simple: Branch, tail: Branch) -> nodes.ExampleLine:
        said: nodes.Tail = self.build(tail)
        return nodes.Given(self.build(simple), tail=said, span=self.sentence(tree))

    def build_given_players(self, tree: Branch, number: Token, tail: Branch) -> nodes.ExampleLine:
        return nodes.GivenPlayers(self.number(number), tail=self.build(tail), span=self.sentence(tree))

    def outcomes(self, tree: Branch | None) -> tuple[nodes.Expr, ...] | None:
        return None if tree is None else self.args(tree)

    def build_when_does(self, tree: Branch, who: Branch, deed: Branch, *rest: Branch | None) -> nodes.ExampleLine:
        rolling, choosing, tail = rest
        assert tail is not None
        return nodes.When(
            self.build(who),
            self.build(deed),
            self.outcomes(rolling),
            self.outcomes(choosing),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_when_runs(self, tree: Branch, verb: Branch, *rest: Branch | None) -> nodes.ExampleLine:
        rolling, choosing, tail = rest
        assert tail is not None
        return nodes.When(
            None,
            self.run(verb),
            self.outcomes(rolling),
            self.outcomes(choosing),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_at_does(
        self, tree: Branch, who: Branch, deed: Branch, rolling: Branch | None, tail: Branch
    ) -> nodes.ExampleLine:
        return nodes.At(
            self.build(who),
            self.build(deed),
            self.outcomes(rolling),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_at_runs(self, tree: Branch, verb: Branch, rolling: Branch | None, tail: Branch) -> nodes.ExampleLine:
        return nodes.At(None, self.run(verb), self.outcomes(rolling), tail=self.build(tail), span=self.sentence(tree))

    def run(self, tree: Branch) -> nodes.Deed:
        """The verb of `when f(args)` and `at play`, which the grammar reads as an expression."""
        match self.build(tree):
            case nodes.Name(id, span=place):
                return nodes.Deed(nodes.Ident(id, span=place), span=place)
            case nodes.Call(nodes.Name(id, span=name), args, span=place):
                return nodes.Deed(nodes.Ident(id, span=name), args, brackets=True, span=place)
            case expr:
                self.diagnostics.report(
                    "E0127",
                    expr.span,
                    "this is not a verb with its arguments",
                    why="an example runs an action (`when P does take(a, 2)`) or a procedure (`when lay_board()`)",
                )
                return nodes.Deed(nodes.Ident("_", span=expr.span), span=expr.span)

    def build_cases(self, tree: Branch, tail: Branch, *rows: Branch) -> nodes.ExampleLine:
        built = self.rows(tree, rows)
        for cell in (cell for row in built for cell in row.cells if cell.of is not None):
            self.diagnostics.report("E0322", cell.span, "this says a type", why="columns of cases have no types")
        return nodes.Cases(built, tail=self.build(tail), span=self.sentence(tree))

    def build_expect(self, tree: Branch, test: Branch, tail: Branch) -> nodes.ExampleLine:
        return nodes.Expect(self.build(test), tail=self.build(tail), span=self.sentence(tree))

    def build_expect_allowed(
        self, tree: Branch, who: Branch, modal: Token, deed: Branch, tail: Branch
    ) -> nodes.ExampleLine:
        return nodes.ExpectMay(
            self.build(who), str(modal), self.build(deed), tail=self.build(tail), span=self.sentence(tree)
        )

    def build_expect_refused(
        self, tree: Branch, who: Branch, modal: Token, deed: Branch, because: Token | None, tail: Branch
    ) -> nodes.ExampleLine:
        return nodes.ExpectMayNot(
            self.build(who),
            str(modal),
            self.build(deed),
            self.maybe_ident(because),
            tail=self.build(tail),
            span=self.sentence(tree),
        )
