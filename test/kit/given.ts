import type { ListingState } from '../../src/db/tables.ts';
import { setWebhook } from '../../src/domain/delivery/webhook.ts';
import { grantRole } from '../../src/domain/identity/grant-role.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { type Decision, moderateListing } from '../../src/domain/moderation/decide.ts';
import { removeListing } from '../../src/domain/moderation/removal.ts';
import { addCoOwner, answerInvitations } from '../../src/domain/ownership/owners.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import type { Services } from '../../src/schema/context.ts';
import type { ListingFields } from '../../src/terms/listing-fields.ts';
import { newBotId, newUserId } from './ids.ts';
import { FIELDS } from './listing-input.ts';

/** A listing that was made for a test. */
export interface GivenListing {
  /** The bot's id. */
  readonly id: string;
  readonly ownerId: string;
}

/** What to make. Each function that makes a person returns the person's id, except `owner`. */
export interface Given {
  /** Somebody who has signed in once. */
  user(name?: string): Promise<string>;
  /** A user who reviews listings. */
  moderator(name?: string): Promise<string>;
  /** A user who also gives roles to others. */
  admin(name?: string): Promise<string>;
  /** A user who manages somebody else's listing, too. */
  coOwnerOf(botId: string, name?: string): Promise<string>;
  /** A co-owner who has accepted, and only reads. */
  readerOf(botId: string, name?: string): Promise<string>;
  /** A user who was asked to manage somebody else's listing, and has not accepted. */
  invitedTo(botId: string, name?: string): Promise<string>;
  /** A listing of a new user, whose id it has as `ownerId`. */
  listing(fields?: Partial<ListingFields>): ListingPlan;
  /** The same of a user with this name. */
  owner(name?: string): Pick<Given, 'listing'>;
}

/**
 * What to make of a listing. The functions that begin with `with`, and `votes`, add to the plan.
 * The last word is a state: it makes everything, through the same steps as on the site.
 */
export interface ListingPlan<Made extends GivenListing = GivenListing> {
  /** With an API token. */
  withToken(): ListingPlan<Made & { readonly token: string }>;
  /** With a webhook. Its host is not looked up, so that it may be anywhere. */
  withWebhook(url: string): ListingPlan<Made & { readonly webhookSecret: string }>;
  /** With one vote each of this many new users. Only for a listing that is or was approved. */
  votes(count: number): ListingPlan<Made & { readonly voterIds: readonly string[] }>;

  /** Waits for a moderator. */
  submitted(): Promise<Made>;
  approved(): Promise<Made>;
  /** In the state that a table of cases names. A suspended or removed listing was approved first. */
  in(state: ListingState): Promise<Made>;
}

/**
 * Makes what a test begins with, by the functions of the domain. Everything has new ids, so that tests share one
 * database.
 *
 *     const bot = await given(services).listing({ name: 'Melody' }).withToken().approved();
 *
 * @param services their clock gives the time of all that is made; see `at`
 */
export function given(services: Services): Given {
  const user = async (name = 'Ada') => {
    const id = newUserId();
    await startSession(services, { id, name });
    return id;
  };
  const withRole = async (role: 'moderator' | 'admin', name?: string) => {
    const id = await user(name);
    await grantRole(services, newUserId(), id, role);
    return id;
  };
  const invitedTo = async (botId: string, name?: string) => {
    const id = await user(name);
    await addCoOwner(services, botId, id);
    return id;
  };
  const owner = (name?: string): Pick<Given, 'listing'> => ({
    listing: (fields) =>
      plan(services, [], async () => {
        const [id, ownerId] = [newBotId(), await user(name)];
        await submitListing(services, { botId: id, userId: ownerId, fields: { ...FIELDS, ...fields } });
        return { id, ownerId };
      }),
  });
  return {
    user,
    owner,
    ...owner(),
    moderator: (name) => withRole('moderator', name),
    admin: (name) => withRole('admin', name),
    invitedTo,
    async coOwnerOf(botId, name) {
      const id = await invitedTo(botId, name);
      await answerInvitations(services, id, [botId], true);
      return id;
    },
    async readerOf(botId, name) {
      const id = await user(name);
      await addCoOwner(services, botId, id, undefined, 'reports');
      await answerInvitations(services, id, [botId], true);
      return id;
    },
  };
}

/**
 * Sets nothing but the state: no move is written down, and the revision stays. For tests that count moves or
 * revisions from here on, and for listings of the sample.
 */
export async function putInState({ db }: Services, botId: string, state: ListingState): Promise<void> {
  await db.sql`update bots set state = ${state} where id = ${botId}`;
}

/** Changes a public listing as if nobody had reviewed it yet, so that no change waits for a moderator. */
export async function unreviewed<Result>(
  services: Services,
  botId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  await putInState(services, botId, 'pending');
  try {
    return await change();
  } finally {
    await putInState(services, botId, 'approved');
  }
}

/** Adds something to a listing, and gives what the test has to know of it. */
type Step = (listing: GivenListing) => Promise<object>;

/** Of a decision against a listing. */
export const REASON = 'It does not answer any command.';

function plan<Made extends GivenListing>(
  services: Services,
  steps: readonly Step[],
  submit: () => Promise<GivenListing>,
): ListingPlan<Made> {
  const withStep = <More extends object>(step: (listing: GivenListing) => Promise<More>) =>
    plan<Made & More>(services, [...steps, step], submit);
  const decide = async ({ id }: GivenListing, decision: Decision) =>
    moderateListing(services, newUserId(), id, {
      decision,
      revision: 1,
      reason: REASON,
      closesReports: false,
    });

  async function make(state: ListingState): Promise<Made> {
    const listing = await submit();
    if (state !== 'pending' && state !== 'rejected') await decide(listing, 'approve');
    const made = { ...listing };
    for (const step of steps) Object.assign(made, await step(listing));
    if (state === 'rejected') await decide(listing, 'reject');
    if (state === 'suspended') await decide(listing, 'suspend');
    if (state === 'removed') await removeListing(services, listing.id, listing.ownerId);
    return made as Made;
  }

  return {
    withToken: () => withStep(async ({ id }) => ({ token: (await generateToken(services, id)).token })),
    withWebhook: (url) =>
      withStep(async ({ id, ownerId }) => {
        const sender = { ...services.sender, vet: async () => {} };
        const { secret } = await setWebhook({ ...services, sender }, id, ownerId, url);
        return { webhookSecret: secret };
      }),
    votes: (count) =>
      withStep(async ({ id }) => {
        const voterIds = Array.from({ length: count }, newUserId);
        for (const voterId of voterIds) await castVote(services, id, voterId);
        return { voterIds };
      }),
    submitted: () => make('pending'),
    approved: () => make('approved'),
    in: make,
  };
}
