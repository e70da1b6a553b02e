"""Who may do what: one table, read row by row. What that opens: tests/attacks/allowed.txt."""

import pytest

from tests.factories import running, table_of, tablet_actor
from tournament.permissions import (
    NOBODY,
    SYSTEM,
    Actor,
    Forbidden,
    Permission,
    Role,
    may,
    require,
)

HERE, ELSEWHERE, THIS_TABLE, OTHER_TABLE = 1, 2, 11, 12


def person(role: Role, where: int = HERE) -> Actor:
    return Actor(name=role.value, user_id=5, roles=frozenset({(where, role)}))


def tablet(table_id: int) -> Actor:
    dealer = frozenset({(HERE, Role.DEALER)})
    return Actor(name="tablet", device_id=6, roles=dealer, table_id=table_id)


ACTORS = {
    "nobody": NOBODY,
    "house": Actor(name="house", user_id=1, is_house_director=True),
    "director": person(Role.DIRECTOR),
    "floor": person(Role.FLOOR),
    "desk": person(Role.DESK),
    "dealer": person(Role.DEALER),
    "inspector": person(Role.INSPECTOR),
    "other": person(Role.DIRECTOR, where=ELSEWHERE),
    "tablet": tablet(THIS_TABLE),
    "strange": tablet(OTHER_TABLE),
    "screen": Actor(name="screen", device_id=8),
    "clockwork": SYSTEM,
}

# x: may. The columns are the actors above in their order; `strange` is a tablet of another table.
TABLE = """
                        nobody house director floor desk dealer inspector other tablet strange screen clockwork
create tournaments      .      x     .        .     .    .      .         .     .      .       .      x
change how the house looks . x    .        .     .    .      .         .     .      .       .      x
give somebody a new password . x  .        .     .    .      .         .     .      .       .      x
run the tournament      .      x     x        .     .    .      .         .     .      .       .      x
run the clock           .      x     x        x     .    .      .         .     .      .       .      x
seat and move players   .      x     x        x     .    .      .         .     .      .       .      x
register players        .      x     x        x     x    .      .         .     .      .       .      x
sell chips              .      x     x        .     x    .      .         .     .      .       .      x
deal at this table      .      x     x        x     .    x      .         .     x      .       .      x
give rulings            .      x     x        x     .    .      .         .     .      .       .      x
decide disputes         .      x     x        x     .    .      .         .     .      .       .      x
impose penalties        .      x     x        .     .    .      .         .     .      .       .      x
order a count of the cards . x x       x     .    .      x         .     .      .       .      x
pair tablets and screens .     x     x        x     .    .      .         .     .      .       .      x
appoint staff           .      x     x        .     .    .      .         .     .      .       .      x
see the console         .      x     x        x     x    .      x         .     .      .       .      x
see the journal         .      x     x        x     .    .      x         .     .      .       .      x
take and pay money      .      x     x        .     x    .      .         .     .      .       .      x
see the money           .      x     x        .     x    .      x         .     .      .       .      x
look into every record  .      x     x        .     .    .      x         .     .      .       .      x
"""  # noqa: E501 (a table is read across)


def rows() -> list[tuple[Permission, str, bool]]:
    head, *lines = TABLE.strip().splitlines()
    names = head.split()
    found = []
    for line in lines:
        (*words,) = line.split()
        permission = Permission(" ".join(words[: -len(names)]))
        marks = zip(names, words[-len(names) :], strict=True)
        found += [(permission, name, mark == "x") for name, mark in marks]
    return found


@pytest.mark.parametrize(("permission", "who", "allowed"), rows())
def test_the_table_is_kept(permission: Permission, who: str, allowed: bool):
    assert may(ACTORS[who], permission, HERE, THIS_TABLE) is allowed


def test_every_permission_and_every_actor_is_in_the_table():
    assert {row[0] for row in rows()} == set(Permission)
    assert {row[1] for row in rows()} == set(ACTORS)


@pytest.mark.parametrize("permission", sorted(set(Permission) - {Permission.DEAL}))
def test_a_tablet_does_nothing_but_deal(permission: Permission):
    assert not may(ACTORS["tablet"], permission, HERE)


def test_a_refusal_says_what_one_may_not_do_and_whom_to_ask():
    with pytest.raises(Forbidden, match="You may not sell chips"):
        require(ACTORS["floor"], Permission.SELL_CHIPS, HERE)


def test_a_tablet_of_another_table_is_told_so():
    with pytest.raises(Forbidden, match="This tablet belongs to another table"):
        require(ACTORS["strange"], Permission.DEAL, HERE, THIS_TABLE)


@pytest.mark.django_db
def test_a_tablet_deals_at_its_own_table_only():
    cup = running(4, seats=2)
    first, second = table_of(cup, 1), table_of(cup, 2)
    assert may(tablet_actor(first), Permission.DEAL, cup.pk, first.pk)
    assert not may(tablet_actor(first), Permission.DEAL, cup.pk, second.pk)
