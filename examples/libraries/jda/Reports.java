import java.io.IOException;
import net.dv8tion.jda.api.JDA;
import net.dv8tion.jda.api.interactions.commands.Command;
import net.dv8tion.jda.api.utils.data.DataArray;
import net.dv8tion.jda.api.utils.data.DataObject;

/** What the listing gets again and again. */
public class Reports implements Runnable {
    private final Listing listing;
    private final JDA jda;
    private String published = "";
    private String told = "";

    public Reports(Listing listing, JDA jda) {
        this.listing = listing;
        this.jda = jda;
    }

    /** It throws nothing: the executor would never call it again. */
    @Override
    public void run() {
        try {
            // With several shards, report the sum of all of them from one process.
            listing.reportServers(jda.getGuildCache().size());
            publishCommands();
            told = "";
        } catch (Exception failure) {
            // A stale token or an outage is printed once, and not with each report.
            if (!told.equals(failure.toString())) System.err.println("The report failed: " + failure);
            told = failure.toString();
        }
    }

    /** Sends the commands when they have changed. A list that the service refused is not sent again, either. */
    private void publishCommands() throws IOException, InterruptedException {
        var commands = DataArray.empty();
        for (var command : jda.retrieveCommands().complete()) {
            if (command.getType() != Command.Type.SLASH) continue;
            commands.add(DataObject.empty().put("name", command.getName()).put("description", command.getDescription()));
        }
        var json = DataObject.empty().put("commands", commands).toString();
        if (json.equals(published)) return;
        try {
            listing.publishCommands(json);
        } catch (IllegalArgumentException refused) {
            published = json;
            throw refused;
        }
        published = json;
    }
}
