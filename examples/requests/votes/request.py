import json
import os
import urllib.parse
import urllib.request

query = {"limit": "1000"}
while True:
    request = urllib.request.Request(
        f"https://bots.example/api/v1/bots/{os.environ['BOT_ID']}/votes?{urllib.parse.urlencode(query)}",
        headers={"Authorization": os.environ["BOT_TOKEN"]},
    )
    # A status that is not 2xx is raised as urllib.error.HTTPError.
    with urllib.request.urlopen(request, timeout=10) as response:
        answer = json.load(response)
    for vote in answer["votes"]:
        print(vote["user_id"], vote["voted_at"])
    if answer["next_cursor"] is None:
        break
    query["cursor"] = answer["next_cursor"]
