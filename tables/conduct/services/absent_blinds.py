"""Who puts the blinds in for a player who is away (fours:leave-3)."""

from engine.conduct import table_order
from engine.refusal import Refused
from tables.commands import AtTable, table_command
from tables.seating.services import sitting


@table_command("poster")
def name_poster(at: AtTable, *, seat: int, by: str) -> None:
    """From the next hand on the record says whose hand put the absent player's chips in."""
    found = sitting.who_sits(at.table, seat)
    law = at.table.tournament.law.conduct
    clause = table_order.check_poster(law, is_absent=found.is_absent)
    if not by:
        raise Refused("Say who posts: a player at this table, or somebody they named.", clause)
    found.posts_for_him = by[:80]
    found.save(update_fields=["posts_for_him"])
    at.write(
        "seat.posting",
        by=by[:80],
        player=found.entry.name,
        table=at.table.number,
        clause=clause,
    )
