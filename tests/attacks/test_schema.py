"""The API against its own description: Schemathesis sends what it allows and what it does not."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.attacks import tries
from tests.attacks.desk import Desk

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Who speaks is the director throughout: tokens and cookies made up would only be overwritten.
SPEAKING = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})


@pytest.fixture
def site(db: None) -> Iterator[WSGIHandler]:
    """The project, answering inside the test's own transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield WSGIHandler()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_operation_answers_as_it_is_described(site: WSGIHandler, mode: GenerationMode):
    desk = Desk()
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", site, config=SPEAKING)
    wrong: dict[str, str] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode.is_negative and not _can_be_wrong(operation.definition.raw):
            continue
        try:
            _tried(desk, operation, mode)
        except (Exception, BaseExceptionGroup) as trouble:
            wrong[operation.label] = repr(getattr(trouble, "exceptions", trouble))
    assert not wrong, "\n".join(f"{label}: {why[:600]}" for label, why in wrong.items())


def _can_be_wrong(said: Any) -> bool:
    """Whether anything is sent besides the tournament's code, which is always a true one."""
    asked = {one["name"] for one in said.get("parameters", ())}
    return "requestBody" in said or bool(asked - {"code"})


def _tried(desk: Desk, operation: Any, mode: GenerationMode) -> None:
    tried = count()

    @tries.some()
    @given(case=operation.as_strategy(mode), is_there=st.booleans())
    def sent(case: Any, is_there: bool) -> None:
        if next(tried) == 0:  # the plainest there is: test_doors.py sends more than that
            return
        for name in case.path_parameters or {}:
            if name == "code" or is_there:
                case.path_parameters[name] = desk.known.get(name, 1)
        token = f"Bearer {desk.tokens['director']}"
        headers = {"Authorization": token, "Accept-Encoding": "identity"}
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)

    with suppress(Unsatisfiable):  # nothing can be wrong where nothing is sent
        sent()
