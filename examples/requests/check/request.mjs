const { BOT_ID, BOT_TOKEN, USER_ID } = process.env;

const response = await fetch(`https://bots.example/api/v1/bots/${BOT_ID}/check?userId=${USER_ID}`, {
  headers: { Authorization: BOT_TOKEN },
});
const answer = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${answer.error}`);
console.log(answer.hasVoted ? `Voted; may vote again at ${answer.nextVoteAt}` : 'Has not voted');
