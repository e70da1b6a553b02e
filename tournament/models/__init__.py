"""The rows of the tournament: rows, constraints, simple properties.

May import the engine and its own app's permissions; never a query, a service or an edge.
"""

from tournament.models.conditions import Acceptance, Conditions, KeptSheet
from tournament.models.draws import PublicDraw
from tournament.models.entries import Bust, Entry, Exclusion, PersonalLink, Photo, Player
from tournament.models.entry_terms import (
    EntryTerms,
    Invitation,
    RefusedEntry,
    Substitution,
    Waiting,
)
from tournament.models.giving import Charity, Donation, Proceeds
from tournament.models.house import House, WrongTries
from tournament.models.incidents import Decision, Incident
from tournament.models.integrations import ApiToken, Delivery, Webhook
from tournament.models.journal import Chain, CommandRecord, JournalEntry
from tournament.models.leagues import Club, ClubMember, League
from tournament.models.ledger import ChipMove
from tournament.models.licence import (
    Addendum,
    Advert,
    Attendance,
    Declaration,
    InspectorAccess,
    Licence,
    PostedDocument,
)
from tournament.models.money import CashCount, MoneyLine, Posting
from tournament.models.people import Staff, User
from tournament.models.prizes import (
    Confirmation,
    Deal,
    DealVoice,
    Due,
    Ineligibility,
    Payout,
    PlacingDecision,
    PrizeList,
    SimultaneousBusts,
)
from tournament.models.sealing import Sealed, Signature, SigningKey
from tournament.models.sessions import Session, SessionResult
from tournament.models.tickets import Ticket, TicketSheet
from tournament.models.tournaments import (
    Announcement,
    Clock,
    ClockMove,
    ScheduleTemplate,
    Tournament,
)

__all__ = [
    "Acceptance",
    "Addendum",
    "Advert",
    "Announcement",
    "ApiToken",
    "Attendance",
    "Bust",
    "CashCount",
    "Chain",
    "Charity",
    "ChipMove",
    "Clock",
    "ClockMove",
    "Club",
    "ClubMember",
    "CommandRecord",
    "Conditions",
    "Confirmation",
    "Deal",
    "DealVoice",
    "Decision",
    "Declaration",
    "Delivery",
    "Donation",
    "Due",
    "Entry",
    "EntryTerms",
    "Exclusion",
    "House",
    "Incident",
    "Ineligibility",
    "InspectorAccess",
    "Invitation",
    "JournalEntry",
    "KeptSheet",
    "League",
    "Licence",
    "MoneyLine",
    "Payout",
    "PersonalLink",
    "Photo",
    "PlacingDecision",
    "Player",
    "PostedDocument",
    "Posting",
    "PrizeList",
    "Proceeds",
    "PublicDraw",
    "RefusedEntry",
    "ScheduleTemplate",
    "Sealed",
    "Session",
    "SessionResult",
    "Signature",
    "SigningKey",
    "SimultaneousBusts",
    "Staff",
    "Substitution",
    "Ticket",
    "TicketSheet",
    "Tournament",
    "User",
    "Waiting",
    "Webhook",
    "WrongTries",
]
