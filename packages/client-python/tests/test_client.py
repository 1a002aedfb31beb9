"""Tests against a running service, whose address and bot are in the environment."""

import os
import unittest
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import discord
from discord import app_commands

from bot_listing_client import ApiError, Client, NetworkError

BASE_URL = os.environ["BASE_URL"]
BOT_ID = os.environ["BOT_ID"]
TOKEN = os.environ["BOT_TOKEN"]
VOTER_ID = int(os.environ["USER_ID"])
VOTES = int(os.environ["VOTES"])


class AgainstTheService(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.waits = []

        async def sleep(seconds):
            self.waits.append(seconds)

        self.client = Client(BASE_URL, BOT_ID, TOKEN, sleep=sleep)
        self.addAsyncCleanup(self.client.close)

    async def test_reports_the_server_count(self):
        self.assertEqual(await self.client.report_stats(1234), 1234)

    async def test_publishes_commands_of_discord_py_without_context_menus(self):
        @app_commands.command(name="ping", description="Answers with pong.")
        async def ping(interaction: discord.Interaction) -> None: ...

        @app_commands.context_menu(name="Report message")
        async def report(interaction: discord.Interaction, message: discord.Message) -> None: ...

        group = app_commands.Group(name="help", description="Shows all commands.")
        mapping = {"name": "about", "description": "Shows who made it."}
        menu = {"name": "Report user", "description": "", "type": 2}
        self.assertEqual(await self.client.put_commands([ping, report, group, mapping, menu]), 3)

    async def test_checks_votes(self):
        check = await self.client.check_vote(VOTER_ID)
        self.assertTrue(check.has_voted)
        self.assertEqual(check.next_vote_at - check.voted_at, timedelta(hours=12))
        other = await self.client.check_vote("123456789012345678")
        self.assertEqual((other.has_voted, other.voted_at, other.next_vote_at), (False, None, None))

    async def test_reads_all_pages_of_votes_newest_first(self):
        votes = [vote async for vote in self.client.votes(page_size=3)]
        self.assertEqual(len({vote.user_id for vote in votes}), VOTES)
        self.assertEqual(votes[0].user_id, VOTER_ID)
        times = [vote.voted_at for vote in votes]
        self.assertEqual(times, sorted(times, reverse=True))

    async def test_a_wrong_token_is_an_error_that_does_not_show_it(self):
        async with Client(BASE_URL, BOT_ID, "blt_wrong-token") as client:
            with self.assertRaises(ApiError) as caught:
                await client.report_stats(1)
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "INVALID_TOKEN"))
        self.assertNotIn("blt_wrong-token", repr(caught.exception))

    async def test_a_wrong_value_is_an_error_with_the_sentence_of_the_service(self):
        with self.assertRaisesRegex(ApiError, "server_count") as caught:
            await self.client.report_stats(-1)
        self.assertEqual(caught.exception.code, "INVALID_REQUEST")
        self.assertEqual(self.waits, [])

    async def test_waits_for_the_rate_limit(self):
        bot_id, token = os.environ["LIMITED_BOT_ID"], os.environ["LIMITED_BOT_TOKEN"]
        waits = []

        async def sleep(seconds):
            waits.append(seconds)

        async with Client(BASE_URL, bot_id, token, retries=1, sleep=sleep) as client:
            for _ in range(10):
                await client.put_commands([])
            with self.assertRaises(ApiError) as caught:
                await client.put_commands([])
        self.assertEqual((caught.exception.status, caught.exception.code), (429, "RATE_LIMITED"))
        self.assertEqual(len(waits), 1)
        self.assertGreater(waits[0], 30)
        self.assertLessEqual(waits[0], 60)


class Retries(unittest.IsolatedAsyncioTestCase):
    """On a server with faults on demand."""

    def setUp(self):
        self.statuses = []
        statuses = self.statuses

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                status = statuses.pop(0)
                good = b'{"success":true,"server_count":7}'
                body = {200: good, 203: b'{"portal":"Sign in"}'}.get(status, b"<h1>No.</h1>")
                status = 200 if status == 203 else status
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                if status == 307:
                    self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.waits = []

    def client(self, port=None, **options):
        async def sleep(seconds):
            self.waits.append(seconds)

        url = f"http://127.0.0.1:{port or self.server.server_port}/"
        return Client(url, 123456789012345678, "blt_x", sleep=sleep, random=lambda: 0.0, **options)

    async def test_retries_after_faults_with_growing_waits(self):
        self.statuses += [503, 500, 502, 200]
        async with self.client() as client:
            self.assertEqual(await client.report_stats(7), 7)
        self.assertEqual(self.waits, [1, 2, 4])

    async def test_fails_after_the_last_retry(self):
        self.statuses += [503] * 9
        async with self.client(retries=2) as client:
            with self.assertRaises(ApiError) as caught:
                await client.report_stats(7)
        self.assertEqual(caught.exception.code, "UNAVAILABLE")
        self.assertEqual(len(self.statuses), 6)

    async def test_does_not_follow_redirects(self):
        self.statuses += [307]
        async with self.client() as client:
            with self.assertRaises(ApiError) as caught:
                await client.report_stats(7)
        self.assertEqual((caught.exception.status, caught.exception.code), (307, "UNEXPECTED_RESPONSE"))

    async def test_json_of_something_between_is_an_error_of_this_package(self):
        self.statuses += [203]
        async with self.client() as client:
            with self.assertRaises(ApiError) as caught:
                await client.report_stats(7)
        self.assertEqual(caught.exception.code, "UNEXPECTED_RESPONSE")

    async def test_tells_that_no_response_came(self):
        async with self.client(port=1, retries=1) as client:
            with self.assertRaises(NetworkError) as caught:
                await client.report_stats(7)
        self.assertEqual(caught.exception.code, "NETWORK")
        self.assertEqual(self.waits, [1])


class Options(unittest.TestCase):
    def test_refuses_what_cannot_be_right_and_does_not_show_the_token(self):
        for url, bot_id, token in [
            (BASE_URL, "my-bot", "blt_x"),
            (BASE_URL, BOT_ID, ""),
            (BASE_URL, BOT_ID, "blt_secret\n"),
            ("bots.example", BOT_ID, "blt_x"),
        ]:
            with self.assertRaises(ValueError) as caught:
                Client(url, bot_id, token)
            self.assertNotIn("blt_secret", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
