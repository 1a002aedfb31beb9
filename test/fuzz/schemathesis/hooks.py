"""Gives each generated request a bot of its own with its token, so that rate limits are not in the way; counts answers."""

import atexit
import base64
import collections
import itertools
import json
import os
import re

import schemathesis
from schemathesis import GenerationMode

with open(os.environ["FUZZ_BOTS"]) as file:
    bots = itertools.cycle(json.load(file))


def is_bot_id(value):
    return isinstance(value, str) and value.isascii() and value.isdigit() and 17 <= len(value) <= 19


# Nobody can make up a cursor: valid requests get one that a page could have given.
CURSOR = base64.urlsafe_b64encode(b"1767225600000.300000000000000000").decode().rstrip("=")

if os.environ.get("FUZZ_WITH_TOKENS") == "true":
    # Without an interval each request asks for credentials anew.
    @schemathesis.auth(refresh_interval=None)
    class TokenOfTheNextBot:
        def get(self, case, context):
            return next(bots)

        def set(self, case, data, context):
            case.headers = {**(case.headers or {}), "Authorization": data["token"]}
            # An id that was generated to be refused stays as it is.
            if is_bot_id(case.path_parameters.get("id")):
                case.path_parameters["id"] = data["id"]
            if case.meta.generation.mode == GenerationMode.POSITIVE and "cursor" in (case.query or {}):
                case.query["cursor"] = CURSOR


# The pattern of a name cannot say which characters above U+FFFF are invisible; the description does.
INVISIBLE_ABOVE = re.compile("[\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")


@schemathesis.hook
def filter_body(context, body):
    commands = body.get("commands") if isinstance(body, dict) else None
    names = [entry.get("name") for entry in commands if isinstance(entry, dict)] if isinstance(commands, list) else []
    return not any(isinstance(name, str) and INVISIBLE_ABOVE.search(name) for name in names)


counts = collections.Counter()


@schemathesis.hook
def after_call(context, case, response):
    counts[f"{case.operation.label} {response.status_code}"] += 1


@atexit.register
def write_counts():
    with open(os.environ["FUZZ_COUNTS"], "w") as file:
        json.dump(counts, file)
