const { BOT_ID, BOT_TOKEN } = process.env;

const response = await fetch(`https://bots.example/api/v1/bots/${BOT_ID}/stats`, {
  method: 'POST',
  headers: { Authorization: BOT_TOKEN, 'Content-Type': 'application/json' },
  // The sum over all shards.
  body: JSON.stringify({ server_count: 1234 }),
});
const answer = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${answer.error}`);
console.log(`Stored: ${answer.server_count}`);
