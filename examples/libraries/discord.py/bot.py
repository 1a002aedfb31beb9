import os

import discord
from aiohttp import web
from bot_listing_client import Client, ListingError, VoteEvent, WebhookError, verify_webhook
from discord.ext import commands

SECRET = os.environ["WEBHOOK_SECRET"]


class Listing(commands.Cog):
    def __init__(self, bot: commands.Bot) -> None:
        self.bot = bot
        self.client = Client("https://bots.example", os.environ["BOT_ID"], os.environ["BOT_TOKEN"])
        # Keep them in your database, so that a restart does not lose them.
        self.processed: set[str] = set()

    async def cog_load(self) -> None:
        # Now and every five minutes. No error ends it.
        self.client.start_reporting(server_count=self.count_servers, commands=self.bot.tree.get_commands)

    async def cog_unload(self) -> None:
        await self.client.close()

    async def count_servers(self) -> int:
        await self.bot.wait_until_ready()
        return len(self.bot.guilds)

    @discord.app_commands.command(description="Get a bonus for your vote")
    async def bonus(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        try:
            check = await self.client.check_vote(interaction.user.id, retries=0)
            answer = "Here is your bonus!" if check.has_voted else "Vote for me first: https://bots.example/bot/123456789012345678"
        except ListingError as error:
            print(f"The check failed: {error}")
            answer = "I cannot see your vote at the moment. Try again later."
        await interaction.followup.send(answer)

    async def receive(self, request: web.Request) -> web.Response:
        try:
            event = verify_webhook(SECRET, request.headers, await request.read())
        except WebhookError as error:
            return web.Response(status=error.status)
        # A test is no vote, and a vote may arrive again.
        if isinstance(event, VoteEvent) and not event.is_test and event.delivery_id not in self.processed:
            self.processed.add(event.delivery_id)
            # The listener runs after the response.
            self.bot.dispatch("vote", event.user_id)
        return web.Response(status=204)

    @commands.Cog.listener()
    async def on_vote(self, user_id: int) -> None:
        try:
            user = await self.bot.fetch_user(user_id)
            await user.send("Thank you for your vote!")
        except discord.HTTPException as error:
            # Many users take no direct messages (error 50007). The vote counts nevertheless.
            print(f"No message to {user_id}: {error}")


class Bot(commands.Bot):
    async def setup_hook(self) -> None:
        listing = Listing(self)
        await self.add_cog(listing)
        app = web.Application()
        app.router.add_post("/webhook", listing.receive)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", int(os.environ["PORT"])).start()


if __name__ == "__main__":
    Bot("!", intents=discord.Intents.default()).run(os.environ["DISCORD_TOKEN"])
