"""Verifies vote webhooks (contract, section 6)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .errors import WebhookError


@dataclass(frozen=True)
class VoteEvent:
    """A user has voted, or an owner tests the webhook."""

    delivery_id: str
    """The same in each attempt of a delivery. Process each delivery once."""
    bot_id: int
    user_id: int
    voted_at: datetime
    is_test: bool = False
    """An owner sent it to test the webhook. It is no vote: do not reward it."""


@dataclass(frozen=True)
class OtherEvent:
    """An event that this version of the package does not know. Respond to it with 2xx."""

    delivery_id: str
    name: str
    body: Any


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes) -> VoteEvent | OtherEvent:
    """Checks that a request is from the service: its secret and the signature of its body, in constant time.

    :param secret: the webhook's secret, ``whsec_…``
    :param headers: the headers of the request; the case of their names does not matter
    :param body: the raw body; JSON that was parsed and written again does not match
    :raises WebhookError: when it is not; ``status`` is what to respond with
    :raises ValueError: when the secret is empty: everybody could sign with it
    """
    if not secret:
        raise ValueError("The webhook needs its secret.")
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError("The webhook needs the raw body, before anything has parsed it.")
    if not _is_same(_header(headers, "authorization"), secret):
        raise WebhookError("The Authorization header is not the secret.", "WRONG_SECRET")
    signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    if not _is_same(_header(headers, "x-webhook-signature-256"), signature):
        raise WebhookError("The signature does not match the raw body.", "WRONG_SIGNATURE")
    name = _header(headers, "x-webhook-event")
    delivery_id = _header(headers, "x-webhook-delivery")
    try:
        content = json.loads(bytes(body))
    except ValueError:
        raise WebhookError("The body is not JSON.", "INVALID_BODY") from None
    if name != "vote.create":
        return OtherEvent(delivery_id, name, content)
    try:
        if content["event"] != name:
            raise ValueError
        voted_at = parse_time(content["voted_at"])
        # The signature covers the body, but not the header X-Webhook-Test.
        is_test = content.get("test") is True
        return VoteEvent(delivery_id, int(content["bot_id"]), int(content["user_id"]), voted_at, is_test)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise WebhookError("The body is not a vote.", "INVALID_BODY") from None


def parse_time(text: str) -> datetime:
    """Reads ISO 8601 in UTC. Python 3.10 does not know the Z at its end."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _header(headers: Mapping[str, str], name: str) -> str:
    values = [value for key, value in headers.items() if key.lower() == name]
    if len(values) != 1 or not values[0]:
        raise WebhookError(f"The request has no {name} header, or several.", "MISSING_HEADER")
    return values[0]


def _is_same(received: str, expected: str) -> bool:
    """Compares in constant time. Bytes that are no UTF-8 arrive as surrogates."""
    return hmac.compare_digest(received.encode("utf-8", "surrogateescape"), expected.encode())
