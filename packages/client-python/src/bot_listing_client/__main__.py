"""``python -m bot_listing_client listen``: see :mod:`bot_listing_client.listen`."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import signal
import string
import sys
from contextlib import suppress

from .client import Client
from .errors import ListingError
from .listen import listen


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bot_listing_client")
    commands = parser.add_subparsers(dest="command", required=True)
    options = commands.add_parser("listen", help="sends votes to a receiver that has no public address")
    env = os.environ.get
    for name, variable, text in (
        ("--url", "BOT_LISTING_URL", "the bot listing"),
        ("--bot", "BOT_ID", "your bot's application id"),
        ("--token", "BOT_TOKEN", "its API token; better in the environment, since others may see arguments"),
    ):
        given = env(variable)
        options.add_argument(name, default=given, required=not given, help=f"{text} ({variable})")
    options.add_argument("--forward", required=True, help="your receiver, such as http://localhost:4000/webhook")
    options.add_argument("--secret", default=env("WEBHOOK_SECRET"), help="signs the requests (WEBHOOK_SECRET); otherwise made and printed")
    options.add_argument("--cursor-file", help="keeps the position for a restart; .bot-listing-ID.cursor")
    options.add_argument("--since", help="where to begin without a position; otherwise with the votes from now on")
    chosen = parser.parse_args()
    if not re.match("https?://[^/]", chosen.forward):
        parser.error("--forward is not a URL.")
    secret = chosen.secret
    if not secret:
        letters = string.ascii_letters + string.digits
        secret = "whsec_" + "".join(secrets.choice(letters) for _ in range(44))
        print(f"The secret of this run: {secret}", flush=True)
    print(f"Votes for {chosen.bot} go to {chosen.forward}. Stop with Ctrl+C.", flush=True)

    async def run() -> None:
        async with Client(chosen.url, chosen.bot, chosen.token) as client:
            listening = asyncio.create_task(
                listen(
                    client,
                    bot_id=chosen.bot,
                    forward=chosen.forward,
                    secret=secret,
                    cursor_file=chosen.cursor_file or f".bot-listing-{chosen.bot}.cursor",
                    since=chosen.since,
                    tell=lambda line: print(line, flush=True),
                )
            )
            # Windows has no such handlers; Ctrl+C raises KeyboardInterrupt there.
            with suppress(NotImplementedError):
                for ending in (signal.SIGINT, signal.SIGTERM):
                    asyncio.get_running_loop().add_signal_handler(ending, listening.cancel)
            await listening

    try:
        asyncio.run(run())
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    except (ListingError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
