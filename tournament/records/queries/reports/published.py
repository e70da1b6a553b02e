"""Results as databases of live results ask for them: the event in words, and who was paid.

No official specification of a file for The Hendon Mob is public: these are the facts and columns
that its reports of results show.
"""

from datetime import datetime

from django.utils import timezone

from engine.amounts import dollars
from engine.office.money import Sold, split
from tournament.house.queries import house
from tournament.models import Licence, Player, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.prizes.queries import prizes
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, total
from tournament.records.queries.reports.common import ended_at, event
from tournament.setup.queries import played

AGAIN = (PostingKind.REBUY, PostingKind.TOP_UP, PostingKind.ADD_ON)


def results(tournament: Tournament, now: datetime) -> Report:
    """The paid places with what they won; who won a thing and no cash is not among them."""
    paid: dict[tuple[int, Player], int] = {}
    for due in prizes.standing_dues(tournament):
        if due.amount and not due.is_crown:
            key = (due.place, due.entry.player)
            paid[key] = paid.get(key, 0) + due.amount
    rows = [
        (place, *_names(player.shown_name), player.country, cents)
        for (place, player), cents in sorted(
            paid.items(), key=lambda one: (one[0][0], one[0][1].pk)
        )
    ]
    return Report(
        key="hendon-mob",
        title="Results for The Hendon Mob",
        event=event(tournament),
        made_at=now,
        facts=_facts(tournament),
        sheets=[
            Sheet(
                "",
                (
                    Column("Place", Kind.NUMBER),
                    Column("First name"),
                    Column("Last name"),
                    Column("Country"),
                    Column("Prize", Kind.MONEY),
                ),
                rows,
                ("", "", "", "Total", total(rows, 4)) if rows else (),
                empty="No prizes have been awarded yet.",
            )
        ],
        note="No official specification of a file for The Hendon Mob is public.",
    )


def _facts(tournament: Tournament) -> list[Fact]:
    licence = Licence.objects.filter(tournament=tournament).first()
    cost = split(tournament.structure, Sold.ENTRY)
    sold = Posting.objects.filter(tournament=tournament, kind__in=AGAIN, voided_by__isnull=True)
    made = prizes.list_of(tournament)
    return [
        Fact("Event", tournament.name),
        Fact("Date", timezone.localtime(ended_at(tournament)).date(), Kind.DAY),
        Fact("Venue", (licence.place if licence else "") or house.picture().name),
        Fact("Game", played.of(tournament).game.name),
        Fact("Buy-in", f"{dollars(cost.pool)} + {dollars(cost.fee)}"),
        Fact("Entries", _entered(tournament), Kind.NUMBER),
        Fact("Rebuys and add-ons", sold.count(), Kind.NUMBER),
        Fact("Prize pool", prizes.pool(tournament, made), Kind.MONEY),
    ]


def _entered(tournament: Tournament) -> int:
    """Entries that stand; whoever advanced from a heat is not counted again."""
    return tournament.entries.filter(withdrawn_at=None, advanced_from=None).count()


def _names(name: str) -> tuple[str, str]:
    """First and last name, as far as a name kept in one piece tells."""
    first, _, last = name.rpartition(" ")
    return (first, last) if first else (last, "")
