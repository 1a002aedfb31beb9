"""The client of the REST API (contract, section 4)."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import aiohttp

from .commands import read_commands
from .errors import ApiError, ListingError, NetworkError
from .reporting import (
    MaybeAwaitable,
    OnError,
    Publisher,
    Reporting,
    Teller,
    back_off,
    is_temporary,
    log_error,
    report_forever,
    resolve,
)
from .webhook import parse_time

_USER_AGENT = "bot-listing-client-python/1.1.0"
_SILENCE = 45.0
"""Seconds. The service sends a sign of life every 15 seconds."""


@dataclass(frozen=True)
class Vote:
    """A vote in the log."""

    user_id: int
    voted_at: datetime


@dataclass(frozen=True)
class LiveVote(Vote):
    """A vote of the stream."""

    cursor: str
    """The position behind this vote. A stream that begins there gives the votes that follow."""


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
    :param token: the API token of the listing, or a function that gives it. The function is called for each request,
        so a token that is replaced needs no restart. White space around what it gives is removed.
    :param session: an own session, which the client does not close
    :param retries: how often a call is repeated
    :param timeout: seconds for one attempt
    :param longest_wait: seconds; if a retry needs a longer wait, the call fails
    :raises ValueError: when the base URL, the bot's id or the token cannot be right
    """

    def __init__(
        self,
        base_url: str,
        bot_id: int | str,
        token: str | Callable[[], MaybeAwaitable[str]],
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
        if not re.match("https?://[^/]", base_url):
            raise ValueError("The base URL must begin with https:// or http://")
        self._url = f"{base_url.rstrip('/')}/api/v1/bots/{bot_id}"
        self._token = token if callable(token) else _checked(token)
        self._session = session
        self._owns_session = session is None
        self._retries = retries
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._longest_wait = longest_wait
        self._sleep = sleep
        self._random = random
        self._reporting: Reporting | None = None

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the reports of :meth:`start_reporting`, and closes the connections."""
        if self._reporting is not None:
            self._reporting.stop()
            await self._reporting.wait()
            self._reporting = None
        if self._owns_session and self._session is not None:
            await self._session.close()
            self._session = None

    async def report_stats(self, server_count: int) -> int:
        """Reports the server count, the sum of all shards. 60 per minute.

        :returns: the count that the service stored
        """
        body = await self._request("POST", "/stats", json={"server_count": server_count})
        with _expecting("POST /stats"):
            return int(body["server_count"])

    def start_reporting(
        self,
        *,
        server_count: Callable[[], MaybeAwaitable[int]],
        commands: Callable[[], MaybeAwaitable[Iterable[Any]]] | None = None,
        every: float = 300.0,
        on_error: OnError = log_error,
    ) -> Reporting:
        """Reports the server count now and then again and again, and publishes the commands whenever they change. It
        runs beside the bot, and no error ends it. A second call ends the reports of the first.

        :param server_count: counts the servers of all shards; called before each report, may be ``async``
        :param commands: gives the bot's commands, as for :meth:`put_commands`; called after each report
        :param every: seconds from one report to the next
        :param on_error: called with an error. The same error is told once, until a report succeeds or fails in
            another way. Default: logs it as a warning.
        :raises ValueError: when ``every`` is not above 0
        :raises RuntimeError: when no event loop runs
        """
        if not every > 0:
            raise ValueError("every must be above 0.")

        async def report() -> None:
            await self._attempt("POST", "/stats", json={"server_count": await resolve(server_count())})

        async def put(read: list[dict[str, Any]]) -> None:
            await self._attempt("PUT", "/commands", json={"commands": read})

        publish = Publisher(commands, put, Teller(on_error)).publish if commands else None

        async def run() -> None:
            await report_forever(report, publish, Teller(on_error), every, self._sleep, self._random)

        if self._reporting is not None:
            self._reporting.stop()
        self._reporting = Reporting(run, self._reporting)
        return self._reporting

    async def put_commands(self, commands: Iterable[Any]) -> int:
        """Replaces the commands on the bot's page. 10 per minute.

        :param commands: at most 100 commands of discord.py, such as ``bot.tree.get_commands()``, or mappings with
            ``name`` and ``description``. Context menus have no description, so they are left out.
        :returns: how many commands the page shows
        """
        body = await self._request("PUT", "/commands", json={"commands": read_commands(commands)})
        with _expecting("PUT /commands"):
            return int(body["count"])

    async def check_vote(self, user_id: int | str, *, retries: int | None = None) -> VoteCheck:
        """Tells whether a user has voted within the last 12 hours. 600 per minute.

        :param retries: in the place of the client's; 0 where a user waits
        """
        body = await self._request("GET", "/check", retries=retries, params={"userId": str(user_id)})
        with _expecting("GET /check"):
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
            with _expecting("GET /votes"):
                votes = [Vote(int(vote["user_id"]), parse_time(vote["voted_at"])) for vote in page["votes"]]
            for vote in votes:
                yield vote
            if page.get("next_cursor") is None:
                return
            params["cursor"] = page["next_cursor"]

    async def votes_live(
        self,
        since: datetime | str | None = None,
        *,
        on_break: Callable[[ListingError, float], MaybeAwaitable[object]] | None = None,
    ) -> AsyncGenerator[LiveVote, None]:
        """Reads votes as they come, oldest first, each once. After a break it goes on behind the last vote. At most 5
        open streams per token; ``aclose()`` ends the stream at once.

        :param since: begins with the votes since this time, or behind this ``cursor``; otherwise with those from now on
        :param on_break: called after each break with the error and the seconds until the next try; may be ``async``
        :raises ApiError: when the service refuses the token, the bot or the start
        """
        start = since.isoformat() if isinstance(since, datetime) else since
        position: str | None = None
        failures = 0
        while True:
            broken: ListingError = ApiError("GET /votes/stream: the service has ended the stream", 503)
            try:
                async with aclosing(self._events(start, position)) as events:
                    async for event_id, data in events:
                        failures = 0
                        if data is not None:
                            with _expecting("GET /votes/stream"):
                                vote = json.loads(data)
                                live = LiveVote(int(vote["user_id"]), parse_time(vote["voted_at"]), event_id)
                            yield live
                        position = event_id
            except ListingError as error:
                if not is_temporary(error):
                    raise
                broken = error
            failures += 1
            wait = back_off(failures, broken, self._random)
            if on_break is not None:
                await resolve(on_break(broken, wait))
            await self._sleep(wait)

    async def _events(
        self, since: str | None, position: str | None
    ) -> AsyncGenerator[tuple[str, str | None], None]:
        """Reads one stream to its end: the positions, and the data of those that are votes."""
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": position} if position else {})}
        params = {} if since is None else {"since": since}
        timeout = aiohttp.ClientTimeout(total=None, connect=self._timeout.total, sock_read=_SILENCE)
        async with self._opened("GET", "/votes/stream", headers, params=params, timeout=timeout) as response:
            event_id: str | None = None
            data: str | None = None
            async for raw in response.content:
                line = raw.decode().rstrip("\r\n")
                name, _, value = line.partition(":")
                if name == "id":
                    event_id = value.removeprefix(" ")
                elif name == "data":
                    data = value.removeprefix(" ")
                elif line == "" and event_id is not None:
                    yield event_id, data
                    event_id = data = None

    async def _request(
        self, method: str, path: str, *, retries: int | None = None, **options: Any
    ) -> dict[str, Any]:
        allowed = self._retries if retries is None else retries
        failures = 0
        while True:
            try:
                return await self._attempt(method, path, **options)
            except ListingError as error:
                failures += 1
                wait = back_off(failures, error, self._random)
                if failures > allowed or not is_temporary(error) or wait > self._longest_wait:
                    raise
            await self._sleep(wait)

    @asynccontextmanager
    async def _opened(
        self, method: str, path: str, headers: Mapping[str, str], **options: Any
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """A response with status 200. All that goes wrong with it is an error of this package."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        token = self._token if isinstance(self._token, str) else _checked((await resolve(self._token())).strip())
        request = f"{method} {path}"
        try:
            async with self._session.request(
                method,
                self._url + path,
                headers={"Authorization": f"Bearer {token}", "User-Agent": _USER_AGENT, **headers},
                # The token must not follow a redirect to another host.
                allow_redirects=False,
                **options,
            ) as response:
                status = response.status
                if status != 200:
                    body = await _read_json(response)
                    said = str(body.get("error", "no JSON, or a redirect")).replace(token, "[token]")
                    if status == 401:
                        said += " Generate a new token on the bot's edit page."
                    asked = body.get("retryAfter", response.headers.get("Retry-After"))
                    raise ApiError(f"{request}: {status} {said}", status, _seconds(asked))
                yield response
        except asyncio.TimeoutError:
            raise NetworkError(f"{request}: no response in time", "TIMEOUT") from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"{request}: {error}".replace(token, "[token]"), "NETWORK") from None

    async def _attempt(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        async with self._opened(method, path, {}, timeout=self._timeout, **options) as response:
            body = await _read_json(response)
            if not body:
                raise ApiError(f"{method} {path}: the response is not JSON", response.status)
            return body


async def _read_json(response: aiohttp.ClientResponse) -> dict[str, Any]:
    try:
        body = await response.json(content_type=None)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _checked(token: str) -> str:
    """Otherwise the header is refused, with an error that shows the token."""
    if not re.fullmatch(r"[\x21-\x7e]+", token):
        raise ValueError("The token is empty or has white space.")
    return token


@contextmanager
def _expecting(request: str) -> Iterator[None]:
    """Something between may respond with JSON of its own. All that a bot gets of it is an error that it expects."""
    try:
        yield
    except (KeyError, TypeError, ValueError):
        raise ApiError(f"{request}: the response is not that of the service", 200) from None


def _seconds(asked: object) -> float | None:
    """Reads ``retryAfter`` or ``Retry-After``. A date is ignored: the service sends seconds."""
    try:
        return max(0.0, float(str(asked)))
    except ValueError:
        return None
