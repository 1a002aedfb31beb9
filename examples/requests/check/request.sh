curl --fail-with-body --silent --show-error \
  --header "Authorization: $BOT_TOKEN" \
  "https://bots.example/api/v1/bots/$BOT_ID/check?userId=$USER_ID"
