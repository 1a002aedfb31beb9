"""The client of the REST API (contract, section 4)."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import aiohttp

from .errors import ApiError, ListingError, NetworkError
from .webhook import parse_time

_USER_AGENT = "bot-listing-client-python/1.0.0"
_LONGEST_BACK_OFF = 60.0
_CHAT_INPUT = 1


@dataclass(frozen=True)
class Vote:
    """A vote in the log."""

    user_id: int
    voted_at: datetime


@dataclass(frozen=True)
class VoteCheck:
    """Whether a user has voted within the last 12 hours. Without such a vote both times are None."""

    has_voted: bool
    voted_at: datetime | None
    next_vote_at: datetime | None


class Client:
    """A bot's connection to its listing. Use it with ``async with``, or call :meth:`close` at the end.

    Each call is repeated after a 429, a status of 500 or above, or no response. Then it raises an
    :class:`ApiError` or a :class:`NetworkError`. No error holds the token.

    :param base_url: where the service is, such as ``https://bots.example``
    :param bot_id: the bot's application id
    :param token: the API token of the listing
    :param session: an own session, which the client does not close
    :param retries: how often a call is repeated
    :param timeout: seconds for one attempt
    :param longest_wait: seconds; if a retry needs a longer wait, the call fails
    :raises ValueError: when the bot's id or the token cannot be right
    """

    def __init__(
        self,
        base_url: str,
        bot_id: int | str,
        token: str,
        *,
        session: aiohttp.ClientSession | None = None,
        retries: int = 4,
        timeout: float = 10.0,
        longest_wait: float = 60.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:
        if not re.fullmatch(r"[0-9]{17,19}", str(bot_id)):
            raise ValueError("The id of a bot has 17 to 19 digits.")
        # Otherwise the header is refused, with an error that shows the token.
        if not re.fullmatch(r"[\x21-\x7e]+", token):
            raise ValueError("The token is empty or has white space.")
        self._url = f"{base_url.rstrip('/')}/api/v1/bots/{bot_id}"
        self._token = token
        self._session = session
        self._owns_session = session is None
        self._retries = retries
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._longest_wait = longest_wait
        self._sleep = sleep
        self._random = random

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        if self._owns_session and self._session is not None:
            await self._session.close()
            self._session = None

    async def report_stats(self, server_count: int) -> int:
        """Reports the server count, the sum of all shards. 60 per minute.

        :returns: the count that the service stored
        """
        body = await self._request("POST", "/stats", json={"server_count": server_count})
        return int(body["server_count"])

    async def put_commands(self, commands: Iterable[Any]) -> int:
        """Replaces the commands on the bot's page. 10 per minute.

        :param commands: at most 100 commands of discord.py, such as ``bot.tree.get_commands()``, or mappings with
            ``name`` and ``description``. Context menus have no description, so they are left out.
        :returns: how many commands the page shows
        """
        sent = []
        for command in commands:
            name, description = _member(command, "name"), _member(command, "description")
            kind = _member(command, "type")
            if description or kind is None or getattr(kind, "value", kind) == _CHAT_INPUT:
                sent.append({"name": name, "description": description})
        body = await self._request("PUT", "/commands", json={"commands": sent})
        return int(body["count"])

    async def check_vote(self, user_id: int | str) -> VoteCheck:
        """Tells whether a user has voted within the last 12 hours. 600 per minute."""
        body = await self._request("GET", "/check", params={"userId": str(user_id)})
        if not body["hasVoted"]:
            return VoteCheck(False, None, None)
        return VoteCheck(True, parse_time(body["votedAt"]), parse_time(body["nextVoteAt"]))

    async def votes(self, page_size: int = 1000) -> AsyncIterator[Vote]:
        """Reads the log of votes to its end, newest first. 60 pages per minute; it waits for the limit.

        :param page_size: votes per request, 1 to 1000
        """
        params = {"limit": str(page_size)}
        while True:
            page = await self._request("GET", "/votes", params=params)
            for vote in page["votes"]:
                yield Vote(int(vote["user_id"]), parse_time(vote["voted_at"]))
            if page.get("next_cursor") is None:
                return
            params["cursor"] = page["next_cursor"]

    async def _request(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        failures = 0
        while True:
            try:
                return await self._attempt(method, path, **options)
            except ListingError as error:
                failures += 1
                wait = self._back_off(failures, error)
                if failures > self._retries or not _is_temporary(error) or wait > self._longest_wait:
                    raise
            await self._sleep(wait)

    def _back_off(self, failures: int, error: ListingError) -> float:
        """1, 2, 4 … 60 seconds, each shortened by a random part of up to one half, so that not all bots retry at the
        same moment. Never shorter than the wait that the service asks for.
        """
        longest = min(_LONGEST_BACK_OFF, 2.0 ** (failures - 1))
        asked = error.retry_after if isinstance(error, ApiError) else None
        return max(asked or 0.0, longest * (1 - self._random() / 2))

    async def _attempt(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        headers = {"Authorization": f"Bearer {self._token}", "User-Agent": _USER_AGENT}
        request = f"{method} {path}"
        try:
            async with self._session.request(
                method,
                self._url + path,
                headers=headers,
                timeout=self._timeout,
                # The token must not follow a redirect to another host.
                allow_redirects=False,
                **options,
            ) as response:
                status, retry_after = response.status, response.headers.get("Retry-After")
                body = await _read_json(response)
        except asyncio.TimeoutError:
            raise NetworkError(f"{request}: no response in time", "TIMEOUT") from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(self._hide(f"{request}: {error}"), "NETWORK") from None
        if status != 200:
            said = self._hide(str(body.get("error", "no JSON, or a redirect")))
            asked = body.get("retryAfter", retry_after)
            raise ApiError(f"{request}: {status} {said}", status, _seconds(asked))
        if not body:
            raise ApiError(f"{request}: the response is not JSON", status)
        return body

    def _hide(self, text: str) -> str:
        return text.replace(self._token, "[token]")


async def _read_json(response: aiohttp.ClientResponse) -> dict[str, Any]:
    try:
        body = await response.json(content_type=None)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _is_temporary(error: ListingError) -> bool:
    """Whether the same request may succeed later (contract, section 7). All requests may be repeated."""
    return not isinstance(error, ApiError) or error.status == 429 or error.status >= 500


def _seconds(asked: object) -> float | None:
    """Reads ``retryAfter`` or ``Retry-After``. A date is ignored: the service sends seconds."""
    try:
        return max(0.0, float(str(asked)))
    except ValueError:
        return None


def _member(command: Any, name: str) -> Any:
    return command.get(name) if isinstance(command, Mapping) else getattr(command, name, None)
