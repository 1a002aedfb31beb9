"""Reports that repeat in the background, beside a bot that must go on whatever happens to them."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar, Union

from .commands import read_commands
from .errors import ApiError, ListingError, NetworkError

_log = logging.getLogger(__name__)
_FIVE_MINUTES = 300.0
_LONGEST_BACK_OFF = 60.0

_T = TypeVar("_T")
MaybeAwaitable = Union[_T, Awaitable[_T]]
OnError = Callable[[Exception], MaybeAwaitable[object]]


class Reporting:
    """Reports that repeat. :meth:`Client.start_reporting` makes it."""

    def __init__(self, run: Callable[[], Awaitable[None]], after: Reporting | None) -> None:
        async def run_after() -> None:
            if after is not None:
                await after.wait()
            await run()

        self._task = asyncio.create_task(run_after())

    def stop(self) -> None:
        """Ends the reports, and the request that is under way."""
        self._task.cancel()

    async def wait(self) -> None:
        """Waits until the reports have ended. It does not raise what ended them."""
        await asyncio.wait([self._task])


class Teller:
    """Tells of the errors of work that repeats: a stale token or an outage once, and not with each attempt."""

    def __init__(self, on_error: OnError) -> None:
        self._on_error = on_error
        self._last: str | None = None

    async def failed(self, error: Exception) -> None:
        """Tells of an error, unless it is the same as the last one. An ``on_error`` that fails is logged."""
        if repr(error) == self._last:
            return
        self._last = repr(error)
        try:
            await resolve(self._on_error(error))
        except Exception:
            _log.exception("on_error failed")

    def succeeded(self) -> None:
        """The next error is told, whichever it is."""
        self._last = None


class Publisher:
    """Publishes the commands when they have changed."""

    def __init__(
        self,
        commands: Callable[[], MaybeAwaitable[Iterable[Any]]],
        put: Callable[[list[dict[str, Any]]], Awaitable[object]],
        teller: Teller,
    ) -> None:
        self._commands = commands
        self._put = put
        self._teller = teller
        self._settled: list[dict[str, Any]] | None = None

    async def publish(self) -> None:
        """A list that the service refused (400) is not sent again until it changes. After any other error, the next
        call sends it again.
        """
        try:
            sent = read_commands(await resolve(self._commands()))
            if sent == self._settled:
                return
            try:
                await self._put(sent)
            except ApiError as error:
                if error.status == 400:
                    self._settled = sent
                raise
            self._settled = sent
            self._teller.succeeded()
        except Exception as error:
            await self._teller.failed(error)


async def report_forever(
    report: Callable[[], Awaitable[object]],
    publish: Callable[[], Awaitable[None]] | None,
    teller: Teller,
    every: float,
    sleep: Callable[[float], Awaitable[object]],
    random: Callable[[], float],
) -> None:
    """Reports now and then again and again, one request at a time. No error ends it.

    After an error that may pass, the wait grows up to a minute. After any other error, such as a stale token, it grows
    from ``every`` to five minutes: the listing may come back, and the token may be replaced.
    """
    failures = 0
    while True:
        try:
            await report()
            failures = 0
            teller.succeeded()
            if publish is not None:
                await publish()
            wait = every
        except Exception as error:
            failures += 1
            await teller.failed(error)
            if is_temporary(error):
                wait = back_off(failures, error, random)
            else:
                wait = max(every, min(_FIVE_MINUTES, every * 2.0 ** min(failures - 1, 30)))
        await sleep(wait)


def log_error(error: Exception) -> None:
    """What happens to errors without an ``on_error``. A stack helps only with an error of the bot's own code."""
    is_expected = isinstance(error, ListingError)
    _log.warning("A report to the bot listing failed: %s", error, exc_info=None if is_expected else error)


def is_temporary(error: Exception) -> bool:
    """Whether the same request may succeed later (contract, section 7). All requests may be repeated."""
    if isinstance(error, ApiError):
        return error.status == 429 or error.status >= 500
    return isinstance(error, NetworkError)


def back_off(failures: int, error: Exception, random: Callable[[], float]) -> float:
    """1, 2, 4 … 60 seconds, each shortened by a random part of up to one half, so that not all bots retry at the
    same moment. Never shorter than the wait that the service asks for.
    """
    longest = min(_LONGEST_BACK_OFF, 2.0 ** min(failures - 1, 30))
    asked = error.retry_after if isinstance(error, ApiError) else None
    return max(asked or 0.0, longest * (1 - random() / 2))


async def resolve(value: MaybeAwaitable[_T]) -> _T:
    """The value, or what it is awaited for."""
    if inspect.isawaitable(value):
        result: _T = await value
        return result
    return value
