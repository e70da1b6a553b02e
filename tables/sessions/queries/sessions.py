"""How the session in play stands: places at each table and of all, and what is still open."""

from dataclasses import dataclass
from datetime import datetime

from engine.entries import advancing
from engine.entries.advancing import By, Finish, Rule
from engine.lifecycle import TournamentState
from engine.prizes import placings
from engine.prizes.law import Tie
from engine.prizes.placings import Question, Standing, Survivor
from engine.structure import house_rules
from tables.models import Seating
from tournament.entries.queries import sent_home
from tournament.models import Bust, Entry, Session, Tournament
from tournament.prizes.queries import placings as placing_queries
from tournament.setup.queries import sessions as session_queries

# Books that name a winner at each table of a session, by which clause.


@dataclass(frozen=True, slots=True)
class Outcome:
    """A session's entries, where each sits or sat last, and what the book makes of it.

    `contest` is the same without those who were sent home: they advance nowhere (charity:4.7).
    """

    session: Session
    entries: dict[int, Entry]
    table_of: dict[int, int]
    finish: Finish
    contest: Finish
    questions: tuple[Question, ...]

    @property
    def rule(self) -> Rule:
        return Rule(By(self.session.advance_by), self.session.advancing)

    def chips_at_tables(self) -> dict[int, int]:
        """What each table holds together."""
        held: dict[int, int] = {}
        for entry, table in self.table_of.items():
            if entry in self.finish.chips:
                held[table] = held.get(table, 0) + self.finish.chips[entry]
        return held


def outcome(tournament: Tournament, *, now: datetime) -> Outcome | None:
    """How the session in play would end now; None between sessions."""
    session = tournament.session
    if session is None or not session.is_in_play:
        return None
    entries = {
        entry.pk: entry
        for entry in session.entries.filter(withdrawn_at__isnull=True).select_related("player")
    }
    busts = {bust.entry_id: bust for bust in _busts(session)}
    seats = Seating.objects.filter(entry__in=entries, until__isnull=True)
    table_of = dict(seats.values_list("entry_id", "table__number"))
    table_of |= {entry: bust.table_number for entry, bust in busts.items()}
    finish = _finish(tournament, entries, busts, table_of)
    barred = sent_home.of(tournament, now=now)
    able = {pk: entry for pk, entry in entries.items() if entry.player_id not in barred}
    contest = finish if able == entries else _finish(tournament, able, busts, table_of)
    rule = Rule(By(session.advance_by), session.advancing)
    wants = tournament.law.prizes.table_winners.value
    asked = advancing.questions(rule, contest, wants_winners=wants)
    return Outcome(
        session, entries, table_of, finish, contest, asked if session.advances_to_id else ()
    )


def _busts(session: Session) -> list[Bust]:
    return list(Bust.standing.filter(entry__session=session, may_rebuy=False))


def _finish(
    tournament: Tournament,
    entries: dict[int, Entry],
    busts: dict[int, Bust],
    table_of: dict[int, int],
) -> Finish:
    tables = sorted({table_of[entry] for entry in entries if entry in table_of})

    def standing(of: set[int]) -> Standing:
        return placings.standing(
            [placing_queries.fact(busts[entry]) for entry in of if entry in busts],
            [Survivor(entry, entries[entry].stack) for entry in of if entry not in busts],
            order=house_rules.order_of_places(tournament.structure, tournament.law),
            decisions=placing_queries.decisions(tournament),
        )

    return Finish(
        overall=standing(set(entries)),
        tables={
            number: standing({entry for entry in entries if table_of.get(entry) == number})
            for number in tables
        },
        chips={entry: entries[entry].stack for entry in entries if entry not in busts},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """A player's place at a table, and whether it leads to the next session."""

    place: str
    name: str
    chips: int
    advances: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOfSession:
    """How one table of a session stands."""

    number: int
    rows: list[PlacedRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedPlayer:
    """One of those between whom a place is open."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTie:
    """A tie that the session's end leaves open, and how the book decides it."""

    title: str
    words: str
    clause: str
    is_ruling: bool
    players: list[TiedPlayer]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInPlay:
    """What the sessions page adds while a session is in play: standings and open ties."""

    session: Session
    is_stopped: bool
    has_next: bool
    is_decided: bool
    counted_back: str
    tables: list[TableOfSession]
    questions: list[OpenTie]


def page(tournament: Tournament, *, now: datetime) -> SessionInPlay | None:
    """The session in play, if there is one."""
    played = outcome(tournament, now=now)
    if played is None:
        return None
    is_stopped = session_queries.is_stopped(tournament)
    going = frozenset() if played.questions else advancing.who(played.rule, played.contest)
    return SessionInPlay(
        session=played.session,
        is_stopped=is_stopped,
        has_next=played.session.advances_to_id is not None,
        is_decided=tournament.state == TournamentState.FINISHED,
        counted_back=tournament.law.entries.counted_back.clause,
        tables=[
            TableOfSession(
                number=number,
                rows=[_row(played, placing, going) for placing in standing.placings],
            )
            for number, standing in played.finish.tables.items()
        ],
        questions=[_asked(played, question) for question in played.questions] if is_stopped else [],
    )


def _row(played: Outcome, placing: placings.Placing, going: frozenset[int]) -> PlacedRow:
    entry = played.entries[placing.entry]
    return PlacedRow(
        place=("=" if placing.is_joint else "") + placing_queries.ordinal(placing.place),
        name=entry.name,
        chips=entry.stack,
        advances=played.session.advances_to_id is not None and placing.entry in going,
    )


def _asked(played: Outcome, question: Question) -> OpenTie:
    names = {entry: played.entries[entry].name for entry in sorted(question.entries)}
    return OpenTie(
        title=" and ".join(names.values()),
        words=placing_queries.HOW[question.how],
        clause=question.clause,
        is_ruling=question.how is Tie.RULING,
        players=[TiedPlayer(entry=entry, name=name) for entry, name in names.items()],
    )
