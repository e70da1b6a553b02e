"""The API does what the pages do: every button has its operation, open to the same people."""

from collections import Counter
from importlib import import_module

from ninja import Schema

from tables.views.floor import floor, seats, staff_work
from tables.views.tablet import dealer
from tests.attacks import allowed
from tests.attacks.desk import operations
from tests.attacks.excused import EXCUSED
from tests.pages import methods_of

# Pages with many buttons behind one address.
BUTTONS = {
    "seats-act": set(seats.ACTS),
    "checks-act": set(staff_work.ACTS),
    "floor-act": set(floor.ACTS),
    "tablet-command": {*dealer.WISHES, *dealer.READERS},
}
# They press buttons and call no operation.
DEVICES = {"tablet", "strange", "screen"}
READER = "inspector"  # a token of theirs only reads


def done_by_operations() -> set[str]:
    """The buttons that operations name as theirs."""
    return {page for _, _, said in operations() for page in said.get("x-pages", ())}


def done_on_pages() -> set[str]:
    """Every address that takes a form; of those with many buttons, each button."""
    found: set[str] = set()
    for module in ("tournament.urls", "tables.urls"):
        for pattern in import_module(module).urlpatterns:
            if "POST" in methods_of(pattern.callback):
                buttons = BUTTONS.get(pattern.name)
                found |= {f"{pattern.name}/{one}" for one in buttons} if buttons else {pattern.name}
    return found


def test_every_button_of_the_pages_has_an_operation_or_a_reason():
    known = done_on_pages()
    ours = {page if page in known else page.split("/")[0] for page in done_by_operations()}
    assert known - ours == set(EXCUSED)
    assert ours <= known


def test_every_operation_that_changes_something_names_its_button():
    silent = [
        path for method, path, said in operations() if method != "GET" and not said.get("x-pages")
    ]
    assert silent == []


def test_every_operation_says_what_it_does_and_how_it_refuses():
    for _, path, said in operations():
        assert said["summary"], path
        if said.get("security"):
            refused = {str(code) for code in said["responses"]} - {"200"}
            assert refused == {
                *["400", "401", "403", "404", "405", "409", "413", "422", "429", "500"]
            }, path


def test_no_two_kinds_of_body_share_a_name():
    names = Counter(kind.__name__ for kind in _schemas(Schema) if _is_ours(kind))
    assert [name for name, times in names.items() if times > 1] == []


def _schemas(kind: type[Schema]) -> set[type[Schema]]:
    below = set(kind.__subclasses__())
    return below.union(*(_schemas(one) for one in below)) if below else below


def _is_ours(kind: type[Schema]) -> bool:
    return kind.__module__.startswith(("tournament.", "tables."))


def test_an_operation_is_open_to_those_who_may_press_its_button():
    buttons, wrong = allowed.rows("form") | allowed.rows("button"), {}
    for method, path, said in operations():
        if method != "POST" or not said.get("security"):
            continue
        ours = [buttons.get(page, buttons[page.split("/")[0]]) for page in said["x-pages"]]
        for who, may in allowed.rows("POST")[path].items():
            wanted = who != READER and any(row[who] for row in ours)
            if who not in DEVICES and may is not wanted:
                wrong[path, who] = may
    assert wrong == {}


def test_every_button_of_the_table_is_one():
    known = {f"{form}/{one}" for form, buttons in BUTTONS.items() for one in buttons}
    assert set(allowed.rows("button")) <= known | {"donation/pay"}
