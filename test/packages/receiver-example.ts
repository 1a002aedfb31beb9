import { createServer } from 'node:http';
import { expect } from 'vitest';
import { altered, SECRET, signedVote } from '../client/signed.ts';
import { startProgram } from '../docs/programs.ts';
import { listenOnLoopback } from '../kit/loopback.ts';

/** Runs a program that receives webhooks, and sends it votes: forged, right, and twice. */
export async function expectTakesVotes(command: [string, ...string[]]): Promise<void> {
  const { origin, close } = await listenOnLoopback(createServer());
  await close();
  const { port } = new URL(origin);
  const program = startProgram(command, { WEBHOOK_SECRET: SECRET, PORT: port });
  try {
    const post = async (body: string, headers: Record<string, string>) =>
      (await fetch(`http://localhost:${port}/webhook`, { method: 'POST', body, headers })).status;
    const { body, headers } = signedVote();
    await expect.poll(() => post('', {}).catch(() => 0), { timeout: 20_000 }).toBe(401);
    expect(await post(altered(body, 40), headers)).toBe(401);
    expect([await post(body, headers), await post(body, headers)]).toEqual([204, 204]);
    const { user_id } = JSON.parse(body) as { user_id: string };
    await program.printed(new RegExp(`User ${user_id} voted\n`));
    expect(program.output().split(' voted').length - 1).toBe(1);
  } finally {
    await program.stop();
  }
}
