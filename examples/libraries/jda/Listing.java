import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The bot's listing. Needs Java 17 and no other library. */
public class Listing {
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String url;
    private final String token;

    public Listing(String botId, String token) {
        this.url = "https://bots.example/api/v1/bots/" + botId;
        this.token = token;
    }

    /** Reports the sum over all shards. */
    public void reportServers(long count) throws IOException, InterruptedException {
        send("/stats", "POST", BodyPublishers.ofString("{\"server_count\": " + count + "}"));
    }

    /** Replaces the commands on the bot's page with those of {@code {"commands": [{"name": …, "description": …}]}}. */
    public void publishCommands(String json) throws IOException, InterruptedException {
        send("/commands", "PUT", BodyPublishers.ofString(json));
    }

    /** Whether the user voted in the last 12 hours. */
    public boolean hasVoted(String userId) throws IOException, InterruptedException {
        return send("/check?userId=" + userId, "GET", BodyPublishers.noBody()).contains("\"hasVoted\":true");
    }

    private String send(String path, String method, HttpRequest.BodyPublisher body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body)
                .header("Authorization", token)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(10))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        var status = response.statusCode();
        // The same request would be refused again.
        if (status == 400) throw new IllegalArgumentException(status + ": " + response.body());
        if (status != 200) throw new IOException(status + ": " + response.body());
        return response.body();
    }
}
