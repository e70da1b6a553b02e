"""Who may do what: one enum, one table, one `require`."""

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.refusal import Personal, Refused


@unique
class Role(StrEnum):
    """What a person or a device is at a tournament."""

    DIRECTOR = "director"
    FLOOR = "floor"
    DESK = "desk"
    DEALER = "dealer"
    INSPECTOR = "inspector"

    @property
    def words(self) -> str:
        return self.value.capitalize()


@unique
class Permission(StrEnum):
    """One thing that not everybody may do."""

    CREATE_TOURNAMENTS = "create tournaments"
    FURNISH_HOUSE = "change how the house looks"
    RENEW_PASSWORDS = "give somebody a new password"
    RUN_TOURNAMENT = "run the tournament"
    RUN_CLOCK = "run the clock"
    SEAT_PLAYERS = "seat and move players"
    REGISTER_PLAYERS = "register players"
    SELL_CHIPS = "sell chips"
    DEAL = "deal at this table"
    RULE = "give rulings"
    DECIDE_DISPUTES = "decide disputes"
    PENALISE = "impose penalties"
    ORDER_CARD_COUNT = "order a count of the cards"
    PAIR_DEVICES = "pair tablets and screens"
    APPOINT_STAFF = "appoint staff"
    SEE_CONSOLE = "see the console"
    SEE_JOURNAL = "see the journal"
    HANDLE_MONEY = "take and pay money"
    SEE_MONEY = "see the money"
    INSPECT = "look into every record"


_FLOOR = {
    Permission.RUN_CLOCK,
    Permission.SEAT_PLAYERS,
    Permission.REGISTER_PLAYERS,
    Permission.DEAL,
    Permission.RULE,
    Permission.DECIDE_DISPUTES,
    Permission.ORDER_CARD_COUNT,
    Permission.PAIR_DEVICES,
    Permission.SEE_CONSOLE,
    Permission.SEE_JOURNAL,
}
OF_THE_HOUSE = frozenset(
    {Permission.CREATE_TOURNAMENTS, Permission.FURNISH_HOUSE, Permission.RENEW_PASSWORDS}
)
_DESK = {
    Permission.REGISTER_PLAYERS,
    Permission.SELL_CHIPS,
    Permission.SEE_CONSOLE,
    Permission.HANDLE_MONEY,
    Permission.SEE_MONEY,
}

GRANTS: dict[Role, frozenset[Permission]] = {
    Role.DIRECTOR: frozenset(Permission) - OF_THE_HOUSE,
    Role.FLOOR: frozenset(_FLOOR),
    Role.DESK: frozenset(_DESK),
    Role.DEALER: frozenset({Permission.DEAL}),
    Role.INSPECTOR: frozenset(
        {
            Permission.SEE_CONSOLE,
            Permission.SEE_JOURNAL,
            Permission.SEE_MONEY,
            Permission.ORDER_CARD_COUNT,
            Permission.INSPECT,
        }
    ),
}


class Forbidden(Refused):
    """The actor is known and may not do this."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever asks: a signed-in person, a paired device, the house's own clockwork, or nobody."""

    name: str = "somebody"
    user_id: int | None = None
    device_id: int | None = None
    is_house_director: bool = False
    is_system: bool = False
    roles: frozenset[tuple[int, Role]] = frozenset()
    table_id: int | None = None
    # what an office of the book withholds, by which clause
    limits: frozenset[tuple[int, Permission, str]] = frozenset()
    # a tablet that was known when its table had seen so many changes: to be looked at after more
    known_at: int | None = None

    @property
    def is_software(self) -> bool:
        """Whether a token speaks, and nobody in the house."""
        return bool(self.roles) and self.user_id is None and self.device_id is None

    def roles_at(self, tournament_id: int) -> set[Role]:
        """The roles this actor has at one tournament."""
        roles = {role for where, role in self.roles if where == tournament_id}
        return roles | ({Role.DIRECTOR} if self.is_house_director else set())

    def withheld(self, permission: Permission, tournament_id: int | None) -> str | None:
        """The clause by which this actor's office may not what the role could."""
        for where, what, clause in self.limits:
            if (where, what) == (tournament_id, permission):
                return clause
        return None


NOBODY = Actor()
SYSTEM = Actor(name="clockwork", is_system=True)


def may(
    actor: Actor,
    permission: Permission,
    tournament_id: int | None = None,
    table_id: int | None = None,
) -> bool:
    """Whether the actor may do this here."""
    if actor.is_system:
        return True
    if permission in OF_THE_HOUSE or tournament_id is None:
        return actor.is_house_director
    if actor.table_id is not None and actor.table_id != table_id:
        return False
    if actor.withheld(permission, tournament_id) is not None:
        return False
    return any(permission in GRANTS[role] for role in actor.roles_at(tournament_id))


def may_see(actor: Actor, permission: Permission, tournament_id: int) -> bool:
    """Whether the actor may do this here, or look on as an inspector (igr:4.01)."""
    return any(may(actor, needed, tournament_id) for needed in (permission, Permission.INSPECT))


def is_inspecting(actor: Actor, tournament_id: int) -> bool:
    """Whether the actor is here to look and not to work."""
    return actor.roles_at(tournament_id) == {Role.INSPECTOR}


def require(
    actor: Actor,
    permission: Permission,
    tournament_id: int | None = None,
    table_id: int | None = None,
    *,
    clause: str = "",
) -> None:
    """Refuse in words unless the actor may do this here; `clause` is what leaves it to others."""
    if may(actor, permission, tournament_id, table_id):
        return
    if actor.table_id is not None and table_id is not None and actor.table_id != table_id:
        raise Forbidden("This tablet belongs to another table. Pair it here first.", clause)
    named = actor.withheld(permission, tournament_id) or clause
    raise Forbidden(f"You may not {permission.value}. Ask the tournament director.", named)


def told(refusal: Refused, actor: Actor) -> str:
    """The sentence of a refusal as this actor may hear it: personal reasons stay in the house."""
    if actor.is_software and isinstance(refusal, Personal):
        return refusal.public
    return refusal.why
