"""The table of three that hands are played at, and its tablet."""

import pytest
from django.test import Client

from tables.models import Table
from tests.factories import running, table_of, tablet_browser


@pytest.fixture
def table() -> Table:
    """Three players, before the first hand."""
    return table_of(running(3))


@pytest.fixture
def tablet(table: Table) -> Client:
    """The browser of its tablet."""
    return tablet_browser(table)
