import os

import discord
from aiohttp import web
from bot_listing_client import Client, ListingError, VoteEvent, WebhookError, verify_webhook
from discord.ext import commands, tasks

SECRET = os.environ["WEBHOOK_SECRET"]


class Listing(commands.Cog):
    def __init__(self, bot: commands.Bot) -> None:
        self.bot = bot
        self.client = Client("https://bots.example", os.environ["BOT_ID"], os.environ["BOT_TOKEN"])
        self.thanked: set[str] = set()
        self.report.start()

    @tasks.loop(minutes=5)
    async def report(self) -> None:
        try:
            await self.client.report_stats(len(self.bot.guilds))
        except ListingError as error:
            print(f"The report failed: {error}")

    @report.before_loop
    async def publish(self) -> None:
        await self.bot.wait_until_ready()
        await self.client.put_commands(self.bot.tree.get_commands())

    @discord.app_commands.command(description="Get a bonus for your vote")
    async def bonus(self, interaction: discord.Interaction) -> None:
        check = await self.client.check_vote(str(interaction.user.id))
        answer = "Here is your bonus!" if check.has_voted else "Vote for me first: https://bots.example/bot/123456789012345678"
        await interaction.response.send_message(answer)

    async def receive(self, request: web.Request) -> web.Response:
        try:
            event = verify_webhook(SECRET, request.headers, await request.read())
        except WebhookError as error:
            return web.Response(status=error.status)
        if isinstance(event, VoteEvent) and event.delivery_id not in self.thanked:
            self.thanked.add(event.delivery_id)
            user = await self.bot.fetch_user(int(event.user_id))
            await user.send("Thank you for your vote!")
        return web.Response(status=204)


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
