const { BOT_ID, BOT_TOKEN } = process.env;

// The complete list. Commands that are not in it are removed.
const commands = [{ name: 'ping', description: 'Answers with pong.' }];
const response = await fetch(`https://bots.example/api/v1/bots/${BOT_ID}/commands`, {
  method: 'PUT',
  headers: { Authorization: BOT_TOKEN, 'Content-Type': 'application/json' },
  body: JSON.stringify({ commands }),
});
const answer = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${answer.error}`);
console.log(`Commands on the page: ${answer.count}`);
