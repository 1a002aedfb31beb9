import json
import os
import urllib.request

# The complete list. Commands that are not in it are removed.
commands = [{"name": "ping", "description": "Answers with pong."}]
request = urllib.request.Request(
    f"https://bots.example/api/v1/bots/{os.environ['BOT_ID']}/commands",
    method="PUT",
    headers={"Authorization": os.environ["BOT_TOKEN"], "Content-Type": "application/json"},
    data=json.dumps({"commands": commands}).encode(),
)
# A status that is not 2xx is raised as urllib.error.HTTPError.
with urllib.request.urlopen(request, timeout=10) as response:
    print("Commands on the page:", json.load(response)["count"])
