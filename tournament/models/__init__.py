from tournament.models.commands import CommandRecord
from tournament.models.entries import Bust, Entry, Player
from tournament.models.guessing import WrongTries
from tournament.models.journal import Chain, JournalEntry
from tournament.models.ledger import ChipMove
from tournament.models.people import Staff, User
from tournament.models.placings import PlacingDecision
from tournament.models.tournaments import Clock, ClockMove, ScheduleTemplate, Tournament

__all__ = [
    "Bust",
    "Chain",
    "ChipMove",
    "Clock",
    "ClockMove",
    "CommandRecord",
    "Entry",
    "JournalEntry",
    "PlacingDecision",
    "Player",
    "ScheduleTemplate",
    "Staff",
    "Tournament",
    "User",
    "WrongTries",
]
