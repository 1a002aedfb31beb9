# One page; its next_cursor, as &cursor=…, asks for the next one.
curl --fail-with-body --silent --show-error \
  --header "Authorization: $BOT_TOKEN" \
  "https://bots.example/api/v1/bots/$BOT_ID/votes?limit=1000"
