import type { Seeded } from './seed.ts';

/** How people sign in; undefined when nobody can. */
type SignIn = 'development' | 'provider' | undefined;

/**
 * Describes what a newcomer can try after the start.
 *
 * @param samples the sample data of the first start; only this text shows their tokens
 */
export function describeStart(
  { site, temporalUi, signIn }: { site: string; temporalUi: string | undefined; signIn: SignIn },
  samples: Seeded | undefined,
): string {
  const lines = [
    '',
    `  Site          ${site}/`,
    `  GraphiQL      ${site}/graphql`,
    `  Temporal UI   ${temporalUi ?? 'not ready yet; another line follows'}`,
    `  REST API      ${site}/api/openapi.json`,
  ];
  const bot = samples?.bots[0];
  const user = samples?.users[0];
  if (samples && bot && user) {
    const api = `${site}/api/v1/bots/${bot.id}`;
    const authorization = `-H 'Authorization: ${bot.token}'`;
    lines.push(
      '',
      '  Sample listings were added. One of them, with its API token (shown this once):',
      `    bot      ${bot.id}`,
      `    token    ${bot.token}`,
    );
    // With a provider, nobody can sign in as the sample owner.
    if (signIn === 'development') {
      lines.push(
        `    owner    ${samples.ownerId}  ` +
          `(sign in with this id at ${site}/sign-in, then manage it at ${site}/dashboard)`,
      );
    }
    lines.push(
      '',
      '  Try each endpoint:',
      `    curl -X POST ${api}/stats ${authorization} -d '{"server_count": 1234}'`,
      `    curl -X PUT ${api}/commands ${authorization} ` +
        `-d '{"commands": [{"name": "ping", "description": "Answers pong."}]}'`,
      `    curl '${api}/check?userId=${user.id}' ${authorization}`,
      `    curl '${api}/votes?limit=10' ${authorization}`,
      `    curl -N ${api}/votes/stream ${authorization}`,
      `    curl ${site}/widget/${bot.id}`,
      `    curl ${site}/widget/${bot.id}.svg`,
      `    curl ${site}/api/health`,
    );
    if (signIn) lines.push('', `  Vote as a user at ${site}/bot/${bot.id}/vote`);
  }
  return `${lines.join('\n')}\n\n`;
}
