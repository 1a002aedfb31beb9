"""Sends the votes for a bot to a receiver that has no public address."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import math
import os
import re
import time
from collections.abc import Callable
from contextlib import aclosing
from datetime import timezone
from uuid import UUID

import aiohttp

from .client import Client, LiveVote

_EVENT = "vote.create"
_RECEIVER_TIMEOUT = aiohttp.ClientTimeout(total=10)
_LONGEST_WAIT = 30.0


async def listen(
    client: Client,
    *,
    bot_id: str,
    forward: str,
    secret: str,
    cursor_file: str,
    since: str | None = None,
    tell: Callable[[str], object] = print,
) -> None:
    """Sends each vote of the stream to a receiver, with the headers, bytes and signature of a delivery (contract,
    section 6). It never passes a vote that the receiver has not accepted, and goes on behind the last accepted one
    after a restart.

    :param forward: the URL of the receiver; it may be on this machine
    :param secret: signs each request; the receiver has to know it
    :param cursor_file: keeps the position behind the last vote that the receiver has accepted
    :param since: where to begin when the file has no position
    :raises ApiError: when the service refuses the token, the bot or the position
    """

    def on_break(error: Exception, wait: float) -> None:
        tell(f"{error}. Next try in {math.ceil(wait)} s.")

    votes = client.votes_live(_read(cursor_file) or since, on_break=on_break)
    async with aiohttp.ClientSession(timeout=_RECEIVER_TIMEOUT) as session, aclosing(votes):
        async for vote in votes:
            wait = 1.0
            while True:
                # Signed again for each attempt: libraries for Standard Webhooks refuse a time of five minutes ago.
                body, headers = request_of(vote, bot_id, secret)
                said = await _post(session, forward, body, headers)
                tell(f"{_iso(vote)}  user {vote.user_id}  {said}")
                if said.startswith("2"):
                    break
                tell(f"The receiver must answer with a 2xx status. Next try in {wait:.0f} s.")
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)
            _write(cursor_file, vote.cursor)


def request_of(vote: LiveVote, bot_id: str, secret: str) -> tuple[bytes, dict[str, str]]:
    """The request of a delivery. Its id follows from the vote, so that a receiver recognizes one that comes again."""
    fields = {"event": _EVENT, "bot_id": bot_id, "user_id": str(vote.user_id), "voted_at": _iso(vote)}
    body = json.dumps(fields, separators=(",", ":")).encode()
    delivery = str(_uuid(f"{bot_id} {vote.cursor}"))
    timestamp = str(int(time.time()))
    signed = f"{delivery}.{timestamp}.".encode() + body
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "Listing-Webhook/1",
        "Authorization": secret,
        "X-Webhook-Event": _EVENT,
        "X-Webhook-Delivery": delivery,
        "X-Webhook-Signature-256": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
        "webhook-id": delivery,
        "webhook-timestamp": timestamp,
        "webhook-signature": "v1," + base64.b64encode(hmac.digest(_key(secret), signed, "sha256")).decode(),
    }


def _key(secret: str) -> bytes:
    """Takes any secret, as the JavaScript package does. One letter alone at the end holds no byte."""
    letters = re.sub("[^A-Za-z0-9+/_-]", "", secret.removeprefix("whsec_").partition("=")[0])
    return base64.urlsafe_b64decode(letters[: len(letters) - (len(letters) % 4 == 1)] + "===")


def _iso(vote: LiveVote) -> str:
    return vote.voted_at.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _uuid(text: str) -> UUID:
    """A UUID of version 8, whose meaning is up to its maker. The JavaScript package makes the same."""
    digest = bytearray(hashlib.sha256(text.encode()).digest()[:16])
    digest[6] = (digest[6] & 0x0F) | 0x80
    digest[8] = (digest[8] & 0x3F) | 0x80
    return UUID(bytes=bytes(digest))


async def _post(session: aiohttp.ClientSession, url: str, body: bytes, headers: dict[str, str]) -> str:
    try:
        async with session.post(url, data=body, headers=headers, allow_redirects=False) as response:
            await response.read()
            return str(response.status)
    except (aiohttp.ClientError, asyncio.TimeoutError, OSError) as error:
        return str(error) or "no response in time"


def _read(file: str) -> str | None:
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.read().strip() or None
    except FileNotFoundError:
        return None


def _write(file: str, position: str) -> None:
    """In one step, so that a process that ends meanwhile leaves the file whole."""
    with open(f"{file}.new", "w", encoding="utf-8") as opened:
        opened.write(f"{position}\n")
    os.replace(f"{file}.new", file)
