"""The rows of the tables: rows, constraints, simple properties.

May import the engine and tournament.models; never a query, a service or an edge.
"""

from tables.models.arrangements import KeptApart, LockedSeat, SeatCheck, SeatConfirmation
from tables.models.bags import Bag, Bagging
from tables.models.counts import ChipCount, CountedStack, FoundChips, TableCount
from tables.models.decks import DealerDuty, Deck, DeckEvent, ManagerDuty
from tables.models.devices import Device, FloorCall, PairingCode
from tables.models.handforhand import HandForHand
from tables.models.orders import SeatOrder
from tables.models.penalties import Penalty
from tables.models.play import HandEvent, HandRecord
from tables.models.raceoffs import RaceOff
from tables.models.requests import ChipRequest
from tables.models.rounds import SpecialRound
from tables.models.state_sheets import StateSheet
from tables.models.tables import Seating, Table
from tables.models.timebanks import TimeBank
from tables.models.training import Practice

__all__ = [
    "Bag",
    "Bagging",
    "ChipCount",
    "ChipRequest",
    "CountedStack",
    "DealerDuty",
    "Deck",
    "DeckEvent",
    "Device",
    "FloorCall",
    "FoundChips",
    "HandEvent",
    "HandForHand",
    "HandRecord",
    "KeptApart",
    "LockedSeat",
    "ManagerDuty",
    "PairingCode",
    "Penalty",
    "Practice",
    "RaceOff",
    "SeatCheck",
    "SeatConfirmation",
    "SeatOrder",
    "Seating",
    "SpecialRound",
    "StateSheet",
    "Table",
    "TableCount",
    "TimeBank",
]
