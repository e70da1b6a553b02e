"""Statements that are worked out once."""

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from tests.factories import running, table_of
from tournament.models import Clock
from tournament.models.statements import Statement

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_statement_is_put_together_once_and_answers_for_any_keys(django_assert_num_queries):
    built = []

    def ask(pk: int) -> QuerySet[Clock, tuple[int, str]]:
        built.append(pk)
        return Clock.objects.filter(pk=pk).values_list("version", "tournament__code")

    statement, cups = Statement(ask, keys=1), [running(2), running(2)]
    with django_assert_num_queries(2):
        found = [statement.row(cup.pk) for cup in cups]
    assert [code for _, code in found] == [cup.code for cup in cups]
    assert len(built) == 1


def test_a_row_that_is_not_there_is_said_to_be_missing():
    statement = Statement(lambda pk: Clock.objects.filter(pk=pk).values_list("version"), keys=1)
    with pytest.raises(ObjectDoesNotExist):
        statement.row(table_of(running(2)).pk + 1000)
