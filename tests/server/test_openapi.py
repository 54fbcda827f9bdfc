"""Whatever the OpenAPI document allows to be asked, and some of what it does not: never a fault, always a reason."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
import schemathesis
from client import Client
from hypothesis import HealthCheck, given, seed, settings
from running import Running
from schemathesis.generation import GenerationMode

EXAMPLES = int(os.environ.get("EXAMPLES", "4"))  # of each route, allowed and not

QUIET = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_meets_a_fault(server: Running, mode: GenerationMode) -> None:
    document = Client(server.url).get("/api/docs/openapi.json")
    routes, reached = set[str](), set[str]()
    guests = [server.client()]

    def check(case: Any) -> None:
        reached.add(case.operation.label)
        answer = case.call(base_url=server.url, headers={"Authorization": f"Bearer {guests[0].token}"})
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            problem = json.loads(answer.text)
            assert problem["wrong"], problem
            assert problem["message"], problem
        if case.method == "DELETE":
            guests[0] = server.client()

    for operation in schemathesis.openapi.from_dict(document).get_all_operations():
        routes.add(operation.ok().label)
        strategy = operation.ok().as_strategy(generation_mode=mode)
        try:
            seed(0)(QUIET(given(case=strategy)(check)))()
        except Exception as error:
            if type(error).__name__ not in ("Unsatisfiable", "SkipTest"):  # nothing about this route can be wrong
                raise
    bodies = {f"{method.upper()} {path}" for path, methods in document["paths"].items()
              for method, about in methods.items() if "requestBody" in about}  # fmt: skip
    assert len(bodies) > 5
    assert reached >= (routes if mode is GenerationMode.POSITIVE else bodies)
