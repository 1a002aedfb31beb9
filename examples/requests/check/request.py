import json
import os
import urllib.request

request = urllib.request.Request(
    f"https://bots.example/api/v1/bots/{os.environ['BOT_ID']}/check?userId={os.environ['USER_ID']}",
    headers={"Authorization": os.environ["BOT_TOKEN"]},
)
# A status that is not 2xx is raised as urllib.error.HTTPError.
with urllib.request.urlopen(request, timeout=10) as response:
    answer = json.load(response)
print(f"Voted; may vote again at {answer['nextVoteAt']}" if answer["hasVoted"] else "Has not voted")
