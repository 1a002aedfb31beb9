curl --fail-with-body --silent --show-error \
  --header "Authorization: $BOT_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{"server_count": 1234}' \
  "https://bots.example/api/v1/bots/$BOT_ID/stats"
