import { requireId } from './ids.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A vote in the log. */
export interface Vote {
  readonly userId: string;
  readonly votedAt: Date;
}

/** Whether a user has voted within the last 12 hours. */
export type VoteCheck =
  | { readonly hasVoted: true; readonly votedAt: Date; readonly nextVoteAt: Date }
  | { readonly hasVoted: false; readonly votedAt: null; readonly nextVoteAt: null };

/** Options of reading the log of votes. */
export interface VotesOptions extends CallOptions {
  /** Votes per request, 1 to 1000. Default 1000. */
  readonly pageSize?: number | undefined;
}

/**
 * Contract, section 4, GET /check.
 *
 * @throws {TypeError} when the id is no string of 17 to 19 digits
 */
export async function checkVote(
  transport: Transport,
  path: string,
  userId: string,
  options?: CallOptions,
): Promise<VoteCheck> {
  requireId('a user', userId);
  const { body } = await transport.request<{ hasVoted: boolean; votedAt: string; nextVoteAt: string }>({
    ...options,
    method: 'GET',
    path: `${path}/check`,
    query: { userId },
  });
  if (!body.hasVoted) return { hasVoted: false, votedAt: null, nextVoteAt: null };
  return { hasVoted: true, votedAt: new Date(body.votedAt), nextVoteAt: new Date(body.nextVoteAt) };
}

interface Page {
  readonly votes: readonly { readonly user_id: string; readonly voted_at: string }[];
  readonly next_cursor?: string | null;
}

/** Contract, section 4, GET /votes. The next page is requested when the last one was read. */
export async function* readVotes(
  transport: Transport,
  path: string,
  { pageSize = 1000, ...options }: VotesOptions = {},
): AsyncGenerator<Vote, void, undefined> {
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const page: Page = (
      await transport.request<Page>({
        ...options,
        method: 'GET',
        path: `${path}/votes`,
        query: { limit: String(pageSize), ...(cursor && { cursor }) },
      })
    ).body;
    for (const vote of page.votes) yield { userId: vote.user_id, votedAt: new Date(vote.voted_at) };
    cursor = page.next_cursor;
  }
}
