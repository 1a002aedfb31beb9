"""Tests against a running service, whose address and bot are in the environment, by way of a connection that breaks."""

import asyncio
import os
import unittest
from contextlib import aclosing
from datetime import datetime, timezone
from urllib.parse import urlsplit

from bot_listing_client import ApiError, Client, NetworkError

BASE_URL = os.environ["BASE_URL"]
BOT_ID = os.environ["BOT_ID"]
TOKEN = os.environ["BOT_TOKEN"]
OTHER_BOT_ID = os.environ["LIMITED_BOT_ID"]
VOTES = int(os.environ["VOTES"])
BEGINNING = datetime(2026, 1, 1, tzinfo=timezone.utc)


class BreakingProxy:
    """Passes bytes on, and breaks each connection in the middle of a vote: the fourth, or the one named."""

    def __init__(self, breaks_at=4):
        self.breaks_at = breaks_at
        self.requests = []
        self.open = 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = "http://127.0.0.1:%d" % self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def serve(self, reader, writer):
        self.open += 1
        service = urlsplit(BASE_URL)
        from_service, to_service = await asyncio.open_connection(service.hostname, service.port)
        request = await reader.readuntil(b"\r\n\r\n")
        self.requests.append(request.decode().lower())
        to_service.write(request)
        reading = asyncio.create_task(reader.read())
        reading.add_done_callback(lambda _: to_service.close())
        passed = b""
        while passed.count(b"data:") < self.breaks_at and (piece := await from_service.read(64)):
            passed += piece
            writer.write(piece)
        to_service.close()
        writer.close()
        await reading
        self.open -= 1


class VotesLive(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.breaks = []

    async def on_break(self, error, wait):
        self.breaks.append((error, wait))

    def client(self, url=BASE_URL, bot_id=BOT_ID, token=TOKEN):
        async def sleep(_):
            # Otherwise a test that fails would never end.
            if len(self.breaks) > 20:
                raise AssertionError(self.breaks)

        client = Client(url, bot_id, token, sleep=sleep, random=lambda: 0.0)
        self.addAsyncCleanup(client.close)
        return client

    async def read(self, client, since, count):
        got = []
        async with aclosing(client.votes_live(since, on_break=self.on_break)) as votes:
            async for vote in votes:
                got.append(vote)
                if len(got) == count:
                    return got

    async def test_each_vote_comes_once_and_in_order_although_the_connection_breaks_within_votes(self):
        log = [vote async for vote in self.client().votes()]
        async with BreakingProxy() as proxy:
            got = await self.read(self.client(proxy.url), BEGINNING, VOTES)
        self.assertEqual([(v.user_id, v.voted_at) for v in got], [(v.user_id, v.voted_at) for v in log[::-1]])
        self.assertGreaterEqual(len(self.breaks), 3)
        self.assertEqual({(type(error), wait) for error, wait in self.breaks}, {(NetworkError, 1.0)})
        self.assertNotIn("last-event-id", proxy.requests[0])
        cursors = [vote.cursor.lower() for vote in got]
        for request in proxy.requests[1:]:
            self.assertTrue(any(f"last-event-id: {cursor}\r\n" in request for cursor in cursors))

    async def test_a_stream_begins_behind_a_cursor(self):
        got = await self.read(self.client(), BEGINNING, VOTES)
        self.assertEqual(await self.read(self.client(), got[3].cursor, VOTES - 4), got[4:])

    async def test_the_connection_ends_with_the_stream(self):
        async with BreakingProxy(breaks_at=VOTES + 1) as proxy:
            await self.read(self.client(proxy.url), BEGINNING, 1)

            async def until_closed():
                while proxy.open:
                    await asyncio.sleep(0.01)

            await asyncio.wait_for(until_closed(), 5)

    async def test_the_waits_grow_while_nothing_responds(self):
        waits = []

        def on_break(error, wait):
            self.assertEqual(error.code, "NETWORK")
            waits.append(wait)
            if len(waits) == 8:
                raise InterruptedError

        with self.assertRaises(InterruptedError):
            await anext(self.client("http://127.0.0.1:1").votes_live(on_break=on_break))
        self.assertEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60])

    async def test_a_refusal_ends_the_stream_with_its_error(self):
        refusals = [
            (self.client(token="blt_wrong-token"), None, "INVALID_TOKEN"),
            (self.client(bot_id=OTHER_BOT_ID), None, "BOT_NOT_FOUND"),
            (self.client(), "nonsense", "INVALID_REQUEST"),
        ]
        for client, since, code in refusals:
            with self.assertRaises(ApiError) as caught:
                await anext(client.votes_live(since, on_break=self.on_break))
            self.assertEqual(caught.exception.code, code)
            self.assertNotIn("blt_wrong-token", repr(caught.exception))
        self.assertEqual(self.breaks, [])


if __name__ == "__main__":
    unittest.main()
