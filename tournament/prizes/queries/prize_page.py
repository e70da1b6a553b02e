"""The pages of prizes: the list as written and worked out, and the payout desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office.law.money import Method
from engine.prizes import prizes
from engine.prizes.prizes import How, Row, Source
from engine.refusal import Refused
from engine.rulebooks.citing import by
from engine.structure.law import FIXED
from tournament.entries.queries import photos
from tournament.models import Due, Payout, PrizeList, Tournament
from tournament.prizes.queries import clubs, deals, giving, placings, prizes_shown
from tournament.prizes.queries import prizes as prize_queries

SOURCES = {
    Source.POOL: "pool",
    Source.HOUSE: "house",
    Source.DONATED: "donor",
}
EMPTY_ROWS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeForm:
    """The list as the form's fields hold it, and what is wrong with it."""

    how: str
    unit: str
    guarantee: str
    rows: Sequence[Mapping[str, str]]
    spare: Sequence[Mapping[str, str]]
    reason: str = ""
    addendum: str = ""
    why: str = ""
    clause: str = ""

    @property
    def sources(self) -> list[tuple[str, str]]:
        """Who may pay for a prize."""
        return [(source.value, words) for source, words in SOURCES.items()]

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """What a thing may be."""
        return [(kind.value, words) for kind, words in prizes.KIND_WORDS.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """A player and their place."""

    entry: int
    text: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Barred:
    """A player who may not win."""

    id: int
    name: str
    reason: str
    is_underage: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Whether the places stand, and who may not win."""

    is_over: bool
    questions: bool
    confirmed_at: datetime | None
    confirmed_by: str
    rows: list[PlacedRow]
    ineligible: list[Barred]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage:
    """Everything the director sees of prizes."""

    refused: tuple[str, str] | None
    is_for_charity: bool
    has_clubs: bool
    why_not_known: str
    known_clause: str
    why_not_payable: str
    pool_text: str
    is_published: bool
    published_at: datetime | None
    is_approved: bool
    asks_approval: bool
    cap_text: str
    rows: list[prizes_shown.PrizeRow]
    form: PrizeForm
    room: deals.Room
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A prize that was handed over."""

    id: int
    number: int
    receiver: str
    method: str
    at: datetime
    by: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueShown:
    """A prize that is owed to somebody, or was paid."""

    id: int
    place_text: str
    name: str
    player: int
    prize_text: str
    amount: int
    is_thing: bool
    is_crown: bool
    receiver: str
    payout: Paid | None
    has_photo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutDesk:
    """Who is still to be paid, and who was."""

    waiting: list[DueShown]
    paid: list[DueShown]
    owed_text: str
    is_confirmed: bool
    methods: list[str]
    clause: str
    refused: tuple[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeReceipt:
    """A prize receipt, signed or to be signed."""

    place_text: str
    name: str
    prize_text: str
    is_thing: bool
    receiver: str
    method: str
    is_on_paper: bool
    number: int | None = None
    signature: str = ""
    cheque: str = ""
    at: datetime | None = None
    by: str = ""
    is_void: bool = False
    why_void: str = ""


def page(tournament: Tournament, *, now: datetime, written: PrizeForm | None = None) -> PrizesPage:
    """Everything the director sees of prizes; `written` is a list that was refused."""
    made = prize_queries.list_of(tournament)
    refused = tournament.law.prizes.prizes.value.refused
    return PrizesPage(
        refused=refused,
        is_for_charity=giving.is_for_charity(tournament),
        has_clubs=clubs.has_clubs(tournament),
        why_not_known="" if refused else prize_queries.why_not_known(tournament, now=now),
        known_clause=tournament.law.prizes.prizes.value.known,
        why_not_payable="" if refused else _why_not_payable(tournament, made),
        pool_text=dollars(prize_queries.pool(tournament, made)),
        is_published=bool(made and made.published_at),
        published_at=made.published_at if made else None,
        is_approved=bool(made and made.approved_at),
        asks_approval=bool(tournament.law.prizes.prizes.value.locked),
        cap_text=_cap_text(tournament),
        rows=prizes_shown.named(tournament, prizes_shown.rows(tournament, with_values=True)),
        form=written or _form(tournament, made),
        room=deals.room(tournament),
        places=_places(tournament),
    )


def _why_not_payable(tournament: Tournament, made: PrizeList | None) -> str:
    """What is wrong with the list for the money that is there."""
    rows, divided = prize_queries.rows_of(tournament, made), prize_queries.pool(tournament, made)
    if (made and made.published_at) or not (rows and divided):
        return ""
    try:
        prizes.work_out(
            rows,
            how=How(made.how) if made else How.PERCENTAGES,
            pool=divided,
            unit=made.unit if made else 100,
            rulebook=tournament.rulebook,
        )
    except Refused as refusal:
        return f"{refusal.why}{by(refusal.clause)}"
    return ""


def would_pay(tournament: Tournament) -> list[str]:
    """What each place would win of the money that is there, in one sentence."""
    made = prize_queries.list_of(tournament)
    if why := _why_not_payable(tournament, made):
        return [f"As far as money is in: {why}"]
    amounts = prize_queries.by_place(prize_queries.amounts(tournament, made))
    if not amounts:
        return ["Nothing is paid in yet: what each place wins shows with the first entry."]
    won = [f"{placings.ordinal(place)} {words}" for place, words in amounts.items()]
    return [f"Of {dollars(prize_queries.pool(tournament, made))}: {', '.join(won)}."]


def _cap_text(tournament: Tournament) -> str:
    caps = tournament.law.prizes.prizes.value.caps
    if caps is None:
        return ""
    total, player = dollars(caps.total), dollars(caps.player)
    return f"At most {total} in all and {player} for one player, taxes included."


def _form(tournament: Tournament, made: PrizeList | None) -> PrizeForm:
    """The list as fields hold it."""
    how = made.how if made else How.PERCENTAGES.value
    rows = prize_queries.rows_of(tournament, made)
    if made is None and tournament.structure["prizes"] == FIXED:
        how = How.FIXED.value
    return PrizeForm(
        how=how,
        unit=_plain(made.unit if made else 100),
        guarantee=_plain(made.guarantee) if made and made.guarantee else "",
        rows=[_fields(row) for row in rows],
        spare=_spare(len({row.place for row in rows})),
    )


def _spare(places: int) -> list[dict[str, str]]:
    """Empty rows for the places that come next."""
    return [{"place": str(places + number)} for number in range(1, EMPTY_ROWS + 1)]


def written_form(
    rows: Sequence[Mapping[str, str]], fields: Mapping[str, str], *, refusal: Refused
) -> PrizeForm:
    """A refused list as it was written, with what is wrong with it."""
    return PrizeForm(
        **fields,
        rows=rows,
        spare=_spare(len({row["place"] for row in rows})),
        why=refusal.why,
        clause=refusal.clause,
    )


def _fields(row: Row) -> dict[str, str]:
    share = "" if row.percent is None else f"{float(row.percent):g}"
    return {
        "place": str(row.place),
        "share": share or (_plain(row.amount) if row.amount else ""),
        "item": row.item,
        "kind": row.kind.value if row.kind else "",
        "price": _plain(row.price) if row.price else "",
        "tax": _plain(row.tax) if row.tax else "",
        "source": row.source.value,
    }


def _plain(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def _places(tournament: Tournament) -> Places:
    confirmed = tournament.confirmations.filter(withdrawn_at=None).first()
    return Places(
        is_over=tournament.state == TournamentState.FINISHED,
        questions=bool(placings.questions(tournament)),
        confirmed_at=confirmed.at if confirmed else None,
        confirmed_by=confirmed.by if confirmed else "",
        rows=[
            PlacedRow(entry=placed.entry, text=placed.text, name=placed.name)
            for placed in placings.of(tournament)
        ],
        ineligible=[
            Barred(
                id=barred.pk,
                name=barred.entry.name,
                reason=barred.reason,
                is_underage=barred.is_underage,
            )
            for barred in prize_queries.ineligible(tournament)
        ],
    )


# -- the payout desk -------------------------------------------------------------------------------


def desk(tournament: Tournament) -> PayoutDesk:
    """Who is still to be paid, and who was (igr:6.01(c))."""
    dues = prize_queries.standing_dues(tournament)
    pictured = photos.among(due.entry.player_id for due in dues)
    rows = [_due(due, has_photo=due.entry.player_id in pictured) for due in dues]
    waiting = [row for row in rows if not row.payout]
    return PayoutDesk(
        waiting=waiting,
        paid=[row for row in rows if row.payout],
        owed_text=dollars(sum(row.amount for row in waiting)),
        is_confirmed=tournament.confirmations.filter(withdrawn_at=None).exists(),
        methods=[method.value for method in Method if method is not Method.CARD],
        clause=tournament.law.giving.signature.clause,
        refused=tournament.law.prizes.prizes.value.refused,
    )


def _due(due: Due, *, has_photo: bool) -> DueShown:
    payout = next((one for one in due.payouts.all() if one.withdrawn_at is None), None)
    return DueShown(
        id=due.pk,
        place_text=placings.ordinal(due.place),
        name=due.entry.name,
        player=due.entry.player_id,
        prize_text=_prize_text(due),
        amount=due.amount,
        is_thing=bool(due.item),
        is_crown=due.is_crown,
        receiver=_receiver(due),
        payout=_paid(payout) if payout else None,
        has_photo=has_photo,
    )


def _prize_text(due: Due) -> str:
    return f"{due.item} ({dollars(due.value)})" if due.item else dollars(due.amount)


def _receiver(due: Due) -> str:
    return "The Crown" if due.is_crown else due.entry.name


def _paid(payout: Payout) -> Paid:
    return Paid(
        id=payout.pk,
        number=payout.number,
        receiver=payout.receiver,
        method=payout.method,
        at=payout.at,
        by=payout.by,
        how=signed(payout),
    )


def signed(payout: Payout) -> str:
    """Where the receiver signed, if anywhere: a cheque needs no signature (igr:8.01(i))."""
    if payout.signature:
        return "signed on screen"
    return "signed on paper" if payout.is_on_paper else "not signed"


def receipt(payout: Payout) -> PrizeReceipt:
    """A prize receipt to print or to look at."""
    due = payout.due
    posting = payout.posting
    return PrizeReceipt(
        place_text=placings.ordinal(due.place),
        name=due.entry.name,
        prize_text=_prize_text(due),
        is_thing=bool(due.item),
        number=payout.number,
        receiver=payout.receiver,
        method=payout.method,
        signature=payout.signature,
        is_on_paper=payout.is_on_paper,
        cheque=posting.about.get("cheque", "") if posting else "",
        at=payout.at,
        by=payout.by,
        is_void=payout.withdrawn_at is not None,
        why_void=payout.withdrawn_because,
    )


def blank_receipt(due: Due) -> PrizeReceipt:
    """A receipt to be signed on paper before the prize is handed over."""
    return PrizeReceipt(
        place_text=placings.ordinal(due.place),
        name=due.entry.name,
        prize_text=_prize_text(due),
        is_thing=bool(due.item),
        receiver=_receiver(due),
        method="cash",
        is_on_paper=True,
    )
