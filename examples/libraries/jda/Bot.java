import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import net.dv8tion.jda.api.JDABuilder;
import net.dv8tion.jda.api.events.interaction.command.SlashCommandInteractionEvent;
import net.dv8tion.jda.api.hooks.ListenerAdapter;

public class Bot extends ListenerAdapter {
    private final Listing listing = new Listing(System.getenv("BOT_ID"), System.getenv("BOT_TOKEN"));

    public static void main(String[] args) throws InterruptedException {
        var bot = new Bot();
        var jda = JDABuilder.createDefault(System.getenv("DISCORD_TOKEN")).addEventListeners(bot).build().awaitReady();
        var reports = new Reports(bot.listing, jda);
        Executors.newSingleThreadScheduledExecutor().scheduleWithFixedDelay(reports, 0, 5, TimeUnit.MINUTES);
    }

    @Override
    public void onSlashCommandInteraction(SlashCommandInteractionEvent event) {
        if (!event.getName().equals("bonus")) return;
        event.deferReply().queue(hook -> {
            try {
                var hasVoted = listing.hasVoted(event.getUser().getId());
                hook.sendMessage(hasVoted ? "Here is your bonus!" : "Vote for me first: https://bots.example/bot/123456789012345678").queue();
            } catch (Exception failure) {
                System.err.println("The check failed: " + failure);
                hook.sendMessage("I cannot see your vote at the moment. Try again later.").queue();
            }
        });
    }
}
