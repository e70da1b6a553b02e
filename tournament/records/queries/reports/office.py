"""Reports about how the event was set up: conditions, licence, sessions, the cashiers' counts."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from engine.amounts import dollars, moment
from engine.office.conditions_sheet import LABELS
from engine.rulebooks.citing import cite, in_words
from tournament.models import CashCount, Licence, PostedDocument, SessionResult, Tournament
from tournament.money.queries import drawers
from tournament.office.queries import licence as licence_queries
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, Value, total
from tournament.records.queries.reports.common import event, heading
from tournament.setup.queries import conditions as condition_queries
from tournament.setup.queries.kept_conditions import HOUSE_RULES, ITEMS, RULES, Kept


def conditions(tournament: Tournament, now: datetime) -> Report:
    """The conditions as at the first hand, what was amended since, who accepted which version."""
    sheet = condition_queries.sheet(tournament)
    rows = [(item.label, item.words, cite(item.clause)) for item in sheet.items]
    if sheet.extra:
        rows.append(("Also", sheet.extra, ""))
    found = tournament.acceptances.select_related("entry__player").order_by("pk")
    accepted = [(one.name or one.entry.name, one.version, one.at) for one in found]
    agreed = Sheet(
        "Accepted by",
        (Column("Player"), Column("Version", Kind.NUMBER), Column("When", Kind.MOMENT)),
        accepted,
        empty="No acceptances yet.",
    )
    return Report(
        key="conditions",
        title="Terms of entry",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), *_when(sheet)],
        sheets=[
            Sheet("", (Column("Item"), Column("Condition"), Column("Clause")), rows),
            *([agreed] if sheet.asks_acceptance else []),
            *(_kept(sheet.kept) if sheet.kept else []),
        ],
    )


def _when(sheet: condition_queries.ConditionsSheet) -> list[Fact]:
    """Which version it is, and since when it stands."""
    version = Fact("Version", sheet.version or 1, Kind.NUMBER)
    if sheet.kept is None:
        return [version]
    because = [Fact("Kept", sheet.kept.why)] if sheet.kept.why else []
    return [version, Fact("As at the first hand", sheet.kept.at, Kind.MOMENT), *because]


def _kept(kept: Kept) -> list[Sheet]:
    """What the first hand found, and what became of it."""
    amended = [
        (one.at, one.by, change.label, in_words(change.was), in_words(change.became), one.why)
        for one in kept.amendments
        for change in one.changes
    ]
    columns = (
        Column("When", Kind.MOMENT),
        Column("By"),
        Column("Item"),
        Column("Was"),
        Column("Became"),
        Column("Why"),
    )
    told = {LABELS.get(key, "Also"): words for key, words in kept.first[ITEMS].items() if words}
    asked = (Column("Question"), Column("Answer"))
    answers = [(question, in_words(words)) for question, words in kept.first[RULES].items()]
    return [
        Sheet("Amendments", columns, amended, empty="No amendments since the first hand."),
        Sheet("At the first hand", (Column("Item"), Column("Condition")), list(told.items())),
        Sheet("House rules at the first hand", asked, list(kept.first[HOUSE_RULES].items())),
        Sheet("Rulebook at the first hand", asked, answers),
    ]


def licence(tournament: Tournament, now: datetime) -> Report:
    """What was approved, what was changed since, and what hung on the wall."""
    found = licence_queries.find(tournament)
    return Report(
        key="licence",
        title="Licence and posted documents",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), *(_terms(found) if found else [])],
        sheets=[_addenda(found), _papers(tournament), _adverts(tournament)],
        warnings=[*([] if found else _no_licence(tournament)), *_outside(tournament)],
    )


def _no_licence(tournament: Tournament) -> list[str]:
    clause = tournament.law.licence.required.clause
    return [f"No licence is on record ({cite(clause)})."] if clause else []


def _terms(found: Licence) -> list[Fact]:
    told = ("number", "holder", "place")  # these stand in every report's head
    names = [name for name in licence_queries.FIELDS if name not in told]
    facts = [Fact(licence_queries.WORDS[name], _said(getattr(found, name), name)) for name in names]
    state = found.get_state_display()
    permit = found.tournament.law.licence.liquor_permit.clause
    because = f": {found.state_because}" if found.state_because else ""
    return [
        *facts,
        Fact("Liquor permit", found.liquor_permit, clause=permit),
        Fact("Chips", found.chip_set),
        Fact("State", f"{state}{because}"),
    ]


def _said(value: Any, name: str) -> Value:
    if name == "fee":
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return moment(timezone.localtime(value))
    return str(value)


def _addenda(found: Licence | None) -> Sheet:
    rows = [
        (one.number, one.request, _changed(one.changes), one.asked_at, one.approved_at)
        for one in (found.addenda.all() if found else ())
    ]
    columns = (
        Column("Addendum"),
        Column("Request"),
        Column("Change"),
        Column("Asked", Kind.MOMENT),
        Column("In force", Kind.MOMENT),
    )
    return Sheet("Addenda", columns, rows, empty="No changes to the licence.")


def _changed(changes: dict[str, Any]) -> str:
    return "; ".join(
        f"{words}: {_read(changes[name][0], name)} to {_read(changes[name][1], name)}"
        for name, words in licence_queries.WORDS.items()
        if name in changes
    )


def _read(value: Any, name: str) -> Value:
    """A term as an addendum keeps it, in words."""
    is_moment = name.endswith("_at") and isinstance(value, str)
    return _said(datetime.fromisoformat(value) if is_moment else value, name)


def _papers(tournament: Tournament) -> Sheet:
    wanted = {paper.key: paper for paper in tournament.law.licence.papers.value}
    rows = []
    for one in PostedDocument.objects.filter(tournament=tournament):
        paper = wanted.get(one.what)
        words, clause = (paper.words, paper.clause) if paper else (one.what, "")
        rows.append((words, cite(clause), one.at, one.by, one.taken_down_at))
    columns = (
        Column("Document"),
        Column("Clause"),
        Column("Seen", Kind.MOMENT),
        Column("By"),
        Column("Taken down", Kind.MOMENT),
    )
    return Sheet("Posted documents", columns, rows, empty="No documents are marked as posted.")


def _adverts(tournament: Tournament) -> Sheet:
    """Where each advert ran (igr:5.08(b))."""
    rows = [
        (one.ran_on, one.outlet, one.place, "inside" if one.is_inside else "outside", one.by)
        for one in tournament.adverts.all()
    ]
    region = tournament.law.public.region.value or "the licensed area"
    columns = (
        Column("Day", Kind.DAY),
        Column("Advertised in"),
        Column("Where"),
        Column(f"Of {region}"),
        Column("Logged by"),
    )
    return Sheet("Adverts", columns, rows, empty="No adverts logged.")


def _outside(tournament: Tournament) -> list[str]:
    """Adverts that ran where none may."""
    region = tournament.law.public.region
    outside = tournament.adverts.filter(is_inside=False) if region.value else ()
    return [
        f"{one.outlet}, {one.place}: advertised outside {region.value} ({cite(region.clause)})."
        for one in outside
    ]


def sessions(tournament: Tournament, now: datetime) -> Report:
    """Every session with its end, and who went on from it."""
    plan = [
        (one.number, one.title, one.started_at, one.ended_at, one.ended_because)
        for one in tournament.sessions.all()
    ]
    columns = (
        Column("No.", Kind.NUMBER),
        Column("Session"),
        Column("Began", Kind.MOMENT),
        Column("Ended", Kind.MOMENT),
        Column("Because"),
    )
    planned = Sheet("Sessions", columns, plan, empty="A single session was played.")
    return Report(
        key="sessions",
        title="Sessions and qualifiers",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[planned, _went_on(tournament)],
        signatures=("Tournament director",) if plan else (),
    )


def _went_on(tournament: Tournament) -> Sheet:
    found = SessionResult.objects.filter(session__tournament=tournament)
    ordered = found.select_related("session", "entry__player").order_by("session__number", "place")
    rows = [
        (
            one.session.title,
            one.place,
            one.entry.name,
            one.table_number,
            one.chips,
            "advances" if one.advances else "",
        )
        for one in ordered
    ]
    columns = (
        Column("Session"),
        Column("Place", Kind.NUMBER),
        Column("Player"),
        Column("Table", Kind.NUMBER),
        Column("Chips", Kind.NUMBER),
        Column("Then"),
    )
    return Sheet("Results", columns, rows, empty="No session has ended yet.")


def cash(tournament: Tournament, now: datetime) -> Report:
    """What each cashier should have and has counted."""
    held = [(drawer.cashier, drawer.amount) for drawer in drawers.rows(tournament)]
    counted = [
        (one.at, one.cashier, one.expected, one.counted, one.difference, one.note, one.by)
        for one in CashCount.objects.filter(tournament=tournament)
    ]
    counts = Sheet(
        "Counts",
        (
            Column("When", Kind.MOMENT),
            Column("Cashier"),
            Column("Ledger", Kind.MONEY),
            Column("Counted", Kind.MONEY),
            Column("Difference", Kind.MONEY),
            Column("Note"),
            Column("By"),
        ),
        counted,
        empty="No drawers counted yet.",
    )
    now_held = Sheet(
        "In the drawers now",
        (Column("Cashier"), Column("Ledger", Kind.MONEY)),
        held,
        ("Total", total(held, 1)) if held else (),
        empty="No drawer has held cash.",
    )
    return Report(
        key="cash",
        title="Cash counts",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[now_held, counts],
        signatures=("Cashier", "Checked by"),
    )
