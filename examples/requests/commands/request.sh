curl --fail-with-body --silent --show-error --request PUT \
  --header "Authorization: $BOT_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{"commands": [{"name": "ping", "description": "Answers with pong."}]}' \
  "https://bots.example/api/v1/bots/$BOT_ID/commands"
