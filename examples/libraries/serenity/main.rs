use std::{env, error::Error, sync::atomic::{AtomicBool, Ordering}, time::Duration};

use serde_json::{json, Value};
use serenity::all::{
    async_trait, Client, CommandType, Context, CreateInteractionResponse, CreateInteractionResponseMessage, EventHandler,
    GatewayIntents, GuildId, Interaction,
};
use tokio::time::{interval, MissedTickBehavior};

/// The bot's listing.
#[derive(Clone)]
struct Listing {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl Listing {
    fn from_env() -> Self {
        let bot_id = env::var("BOT_ID").expect("BOT_ID");
        Self {
            http: reqwest::Client::builder().timeout(Duration::from_secs(10)).build().expect("a TLS library"),
            url: format!("https://bots.example/api/v1/bots/{bot_id}"),
            token: env::var("BOT_TOKEN").expect("BOT_TOKEN"),
        }
    }

    /// Reports the sum over all shards.
    async fn report_servers(&self, count: usize) -> reqwest::Result<()> {
        let request = self.http.post(format!("{}/stats", self.url)).json(&json!({ "server_count": count }));
        request.header("Authorization", &self.token).send().await?.error_for_status()?;
        Ok(())
    }

    /// Replaces the commands on the bot's page.
    async fn publish_commands(&self, commands: &Value) -> reqwest::Result<()> {
        let request = self.http.put(format!("{}/commands", self.url)).json(&json!({ "commands": commands }));
        request.header("Authorization", &self.token).send().await?.error_for_status()?;
        Ok(())
    }

    /// Whether the user voted in the last 12 hours.
    async fn has_voted(&self, user_id: u64) -> reqwest::Result<bool> {
        let request = self.http.get(format!("{}/check?userId={user_id}", self.url));
        let answer = request.header("Authorization", &self.token).send().await?.error_for_status()?;
        Ok(answer.json::<Value>().await?["hasVoted"] == true)
    }
}

/// What the listing gets again and again.
struct Reports {
    listing: Listing,
    ctx: Context,
    published: Value,
}

impl Reports {
    /// No error ends it.
    async fn run(mut self) {
        let mut every = interval(Duration::from_secs(300));
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = String::new();
        loop {
            every.tick().await;
            let failure = self.report().await.err().map(|error| error.to_string()).unwrap_or_default();
            // A stale token or an outage is printed once, and not with each report.
            if !failure.is_empty() && failure != told {
                eprintln!("The report failed: {failure}");
            }
            told = failure;
        }
    }

    async fn report(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.listing.report_servers(self.ctx.cache.guild_count()).await?;
        let commands = self.ctx.http.get_global_commands().await?;
        let shown = commands.iter().filter(|command| command.kind == CommandType::ChatInput);
        let list = shown.map(|command| json!({ "name": command.name, "description": command.description })).collect();
        if self.published == list {
            return Ok(());
        }
        let result = self.listing.publish_commands(&list).await;
        // A list that the service refused with 400 is not sent again until it changes.
        if result.as_ref().map_or_else(|error| error.status().is_some_and(|status| status == 400), |_| true) {
            self.published = list;
        }
        Ok(result?)
    }
}

struct Handler {
    listing: Listing,
    is_reporting: AtomicBool,
}

#[async_trait]
impl EventHandler for Handler {
    async fn cache_ready(&self, ctx: Context, _guilds: Vec<GuildId>) {
        // The event comes again after a reconnection.
        if self.is_reporting.swap(true, Ordering::Relaxed) {
            return;
        }
        let reports = Reports { listing: self.listing.clone(), ctx, published: Value::Null };
        tokio::spawn(reports.run());
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Interaction::Command(command) = interaction else { return };
        if command.data.name != "bonus" {
            return;
        }
        let answer = match self.listing.has_voted(command.user.id.get()).await {
            Ok(true) => "Here is your bonus!",
            Ok(false) => "Vote for me first: https://bots.example/bot/123456789012345678",
            Err(error) => {
                eprintln!("The check failed: {error}");
                "I cannot see your vote at the moment. Try again later."
            }
        };
        let message = CreateInteractionResponseMessage::new().content(answer);
        if let Err(error) = command.create_response(&ctx.http, CreateInteractionResponse::Message(message)).await {
            eprintln!("The answer failed: {error}");
        }
    }
}

#[tokio::main]
async fn main() {
    let token = env::var("DISCORD_TOKEN").expect("DISCORD_TOKEN");
    let handler = Handler { listing: Listing::from_env(), is_reporting: AtomicBool::new(false) };
    let mut client = Client::builder(token, GatewayIntents::GUILDS).event_handler(handler).await.expect("a client");
    client.start().await.expect("the gateway");
}
