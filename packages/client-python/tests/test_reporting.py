"""Reports that repeat, against a server with faults on demand."""

import asyncio
import json
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from bot_listing_client import Client

GOOD = [{"name": "ping", "description": "Answers with pong."}]


class Reporting(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        # The responses to reports, and then to commands; after the last one it takes everything.
        self.statuses = {"POST": [], "PUT": []}
        self.requests = []
        case = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                case.requests.append((self.command, self.headers["Authorization"]))
                left = case.statuses[self.command]
                status, headers = left.pop(0) if left else (200, {})
                body = json.dumps({"server_count": 7, "count": 1} if status == 200 else {"error": "No."}).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.waits = []
        self.errors = []

    async def report(self, turns, *, port=None, token="blt_x", **options):
        """Reports so many times, without waiting."""
        done = asyncio.Event()

        async def sleep(seconds):
            self.waits.append(seconds)
            if len(self.waits) == turns:
                done.set()
                await asyncio.Event().wait()

        url = f"http://127.0.0.1:{port or self.server.server_port}"
        async with Client(url, 123456789012345678, token, sleep=sleep, random=lambda: 0.0) as client:
            options = {"server_count": lambda: 7, "on_error": self.errors.append, **options}
            reporting = client.start_reporting(**options)
            await asyncio.wait_for(done.wait(), 30)
            reporting.stop()
            await reporting.wait()

    async def test_goes_on_after_faults_with_growing_waits(self):
        self.statuses["POST"] += [(503, {}), (500, {}), (503, {"Retry-After": "37"}), (200, {}), (429, {})]
        await self.report(5)
        self.assertEqual(self.waits, [1, 2, 37, 300, 1])

    async def test_goes_on_when_nothing_listens(self):
        await self.report(9, port=1)
        self.assertEqual(self.waits[-3:], [60, 60, 60])
        self.assertEqual([error.code for error in self.errors], ["NETWORK"])

    async def test_tells_of_a_stale_token_once_and_slows_down(self):
        self.statuses["POST"] += [(401, {})] * 6
        await self.report(7, every=20)
        self.assertEqual(self.waits, [20, 40, 80, 160, 300, 300, 20])
        self.assertEqual([error.code for error in self.errors], ["INVALID_TOKEN"])
        self.assertIn("Generate a new token", str(self.errors[0]))

    async def test_uses_a_token_that_is_replaced(self):
        tokens = iter(["blt_old\n", "blt_new\n"])
        self.statuses["POST"] += [(401, {})]
        await self.report(2, token=lambda: next(tokens))
        self.assertEqual([token for _, token in self.requests], ["Bearer blt_old", "Bearer blt_new"])

    async def test_a_token_that_cannot_be_read_is_an_error_as_any_other(self):
        def read():
            raise OSError("The file is away.")

        await self.report(3, token=read)
        self.assertEqual([str(error) for error in self.errors], ["The file is away."])

    async def test_goes_on_when_the_count_or_the_listener_fails(self):
        counts = iter([ValueError("The bot is not ready."), 7])

        async def count():
            value = next(counts)
            if isinstance(value, Exception):
                raise value
            return value

        def listener(error):
            raise RuntimeError("The log is full.")

        with self.assertLogs("bot_listing_client.reporting", "ERROR") as logged:
            await self.report(2, server_count=count, on_error=listener)
        self.assertEqual(len(self.requests), 1)
        self.assertIn("The log is full.", logged.output[0])

    async def test_logs_errors_when_nobody_listens(self):
        self.statuses["POST"] += [(401, {})] * 3
        with self.assertLogs("bot_listing_client.reporting", "WARNING") as logged:
            async with Client(
                f"http://127.0.0.1:{self.server.server_port}", 123456789012345678, "blt_x"
            ) as client:
                reporting = client.start_reporting(server_count=lambda: 7, every=0.01)
                while len(self.requests) < 5:
                    await asyncio.sleep(0.01)
            await reporting.wait()
        self.assertEqual(len(logged.output), 1)
        self.assertNotIn("Traceback", logged.output[0])

    async def test_publishes_commands_only_when_they_change(self):
        lists = iter([GOOD, GOOD, []])
        await self.report(3, commands=lambda: next(lists))
        self.assertEqual([method for method, _ in self.requests], ["POST", "PUT", "POST", "POST", "PUT"])
        self.assertEqual(self.errors, [])

    async def test_refused_commands_are_told_once_and_do_not_stop_the_reports(self):
        self.statuses["PUT"] += [(400, {})]
        lists = iter([GOOD, GOOD, GOOD, []])

        async def commands():
            return next(lists)

        await self.report(4, commands=commands)
        methods = [method for method, _ in self.requests]
        self.assertEqual(methods, ["POST", "PUT", "POST", "POST", "POST", "PUT"])
        self.assertEqual([error.code for error in self.errors], ["INVALID_REQUEST"])

    async def test_commands_that_were_not_stored_come_with_the_next_report(self):
        self.statuses["PUT"] += [(503, {})]
        await self.report(2, commands=lambda: GOOD)
        self.assertEqual([method for method, _ in self.requests], ["POST", "PUT", "POST", "PUT"])
        self.assertEqual(self.waits, [300, 300])

    async def test_a_second_start_ends_the_first(self):
        url = f"http://127.0.0.1:{self.server.server_port}"
        async with Client(url, 123456789012345678, "blt_x") as client:
            first = client.start_reporting(server_count=lambda: 7)
            client.start_reporting(server_count=lambda: 7)
            await asyncio.wait_for(first.wait(), 30)

    async def test_refuses_a_pace_that_cannot_be_right(self):
        async with Client("http://127.0.0.1:1", 123456789012345678, "blt_x") as client:
            for every in (0, -1, float("nan")):
                with self.assertRaises(ValueError):
                    client.start_reporting(server_count=lambda: 7, every=every)


if __name__ == "__main__":
    unittest.main()
