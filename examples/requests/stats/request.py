import json
import os
import urllib.request

request = urllib.request.Request(
    f"https://bots.example/api/v1/bots/{os.environ['BOT_ID']}/stats",
    method="POST",
    headers={"Authorization": os.environ["BOT_TOKEN"], "Content-Type": "application/json"},
    # The sum over all shards.
    data=json.dumps({"server_count": 1234}).encode(),
)
# A status that is not 2xx is raised as urllib.error.HTTPError.
with urllib.request.urlopen(request, timeout=10) as response:
    print("Stored:", json.load(response)["server_count"])
