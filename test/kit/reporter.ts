import { hashToken } from '../../src/domain/identity/tokens.ts';

/** The bot and the key of its token, as a report needs them. */
export function reporter({ id, token }: { readonly id: string; readonly token: string }) {
  return { botId: id, tokenKey: hashToken(token).toString('hex') };
}
