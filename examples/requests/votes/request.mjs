const { BOT_ID, BOT_TOKEN } = process.env;

let cursor = null;
do {
  const url = new URL(`https://bots.example/api/v1/bots/${BOT_ID}/votes?limit=1000`);
  if (cursor !== null) url.searchParams.set('cursor', cursor);
  const response = await fetch(url, { headers: { Authorization: BOT_TOKEN } });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${answer.error}`);
  for (const vote of answer.votes) console.log(vote.user_id, vote.voted_at);
  cursor = answer.next_cursor;
} while (cursor !== null);
