"""Texts of `hoyle coverage` and `hoyle mutate`: what examples and promises are worth. English."""

MESSAGES: dict[str, str] = {
    # What is counted
    "coverage.title": "{game}: {settings} settings, {examples} examples, {games} games (seed {seed})",
    "coverage.kind.require": "requirements seen to hold, and to be the only reason",
    "coverage.kind.verb": "actions and procedures begun",
    "coverage.kind.statement": "statements run",
    "coverage.kind.else": "conditions without `else` not met",
    "coverage.kind.case": "sides of conditional expressions used",
    "coverage.kind.row": "rows of tables used",
    "coverage.kind.clause": "clauses of the rulebook cited and exercised",
    "coverage.line": "  {exercised:>5} of {all:>4}  {what}",
    # What is missing
    "coverage.missing": "Not exercised, and not excused:",
    "coverage.item": "  {file}:{line}: {why}: {key}",
    "coverage.why.never_true": "never held for a move that was made",
    "coverage.why.never_alone": "never the only reason of a refusal",
    "coverage.why.never_verb": "never begun",
    "coverage.why.never_statement": "never run",
    "coverage.why.never_else": "always met",
    "coverage.why.never_case": "never used",
    "coverage.why.never_row": "never used",
    "coverage.why.not_cited": "cited nowhere",
    "coverage.why.cited_idle": "cited only by what is never run",
    "coverage.excused": "{count} are excused in {file}:",
    "coverage.excused_one": "  {key}: {reason}",
    "coverage.stale": "Entries of {file} that are not needed (exercised after all, or nothing has that name):",
    "coverage.stale_one": "  line {line}: {key}",
    "coverage.failing": "Examples that fail, so that what they run says little (`hoyle test` says why):",
    "coverage.failing_one": "  {file}:{line}: {name}",
    "coverage.skipped": "Not offered: {what}",
    "coverage.good": "Everything is exercised or excused.",
    "coverage.bad": "{count} places are neither exercised nor excused.",
    "coverage.bad.one": "1 place is neither exercised nor excused.",
    "coverage.interrupted": "Interrupted: {done} of {all} settings were looked at; others may hold what is missing.",
    "coverage.progress": "{done} of {all} settings",
    "coverage.legend": "In the margin: how often the line was run; of a requirement how often it held / was the only "
    "reason. `!!` something is not exercised, `--` it is excused.",
    # Lists of what is excused
    "coverage.bad_file": "{name} cannot be read: {why}",
    "coverage.bad_table": "{name}: this file has one table, [{table}], of keys and reasons.",
    "coverage.no_reason": "{name}: `{key}` needs a reason, a text.",
}
