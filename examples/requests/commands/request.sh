curl --fail-with-body --silent --show-error --request PUT \
  --header "Authorization: $BOT_TOKEN" \
  --json '{"commands": [{"name": "ping", "description": "Answers with pong."}]}' \
  "https://bots.example/api/v1/bots/$BOT_ID/commands"
