import {
  AccountTooYoungError,
  BlockedError,
  CaptchaError,
  ClaimedError,
  ConflictError,
  type DomainError,
  type FieldProblem,
  ForbiddenError,
  InvalidInputError,
  InvalidListingError,
  NotFoundError,
  RateLimitedError,
  UnauthenticatedError,
  VoteWindowActiveError,
} from '../domain/kernel/errors.ts';
import type { Refusal } from '../domain/kernel/refusal.ts';
import { builder } from './builder.ts';

/** A value in the sentence of a refusal. */
export interface MessageParameter {
  readonly name: string;
  readonly value: string;
}

/** The parameters of a refusal, as clients of GraphQL read them: in results and in `extensions`. */
export function listParameters({ parameters }: Pick<Refusal, 'parameters'>): MessageParameter[] {
  return Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) }));
}

const MessageParameterRef = builder.objectRef<MessageParameter>('MessageParameter').implement({
  description: 'A value in a message.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, such as `max`.' }),
    value: t.exposeString('value', { description: 'The value as text. Escape it before you show it.' }),
  }),
});

const REASON = 'A stable code of the sentence, such as `text.length`, to word it in another language.';
const PARAMETERS = 'The values in the sentence.';
/** No sentence has more. */
const MAX_PARAMETERS = 3;
/** The field with the values of a sentence that clients may word in another language. */
export const parametersField = {
  type: [MessageParameterRef] as [typeof MessageParameterRef],
  complexity: { field: 1, multiplier: MAX_PARAMETERS },
  description: PARAMETERS,
  resolve: listParameters,
};

/** A refusal, also one of several results. */
export const RefusalRef = builder.interfaceRef<DomainError>('Error').implement({
  description: 'A refusal. Code and reason are stable. The message is for people: do not parse it.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code for programs, such as `NOT_FOUND`.' }),
    message: t.exposeString('message', { description: 'One sentence in English, safe to show.' }),
    reason: t.exposeString('reason', { description: REASON }),
    parameters: t.field(parametersField),
  }),
});

/** Refusals with nothing but a reason. */
const PLAIN = [
  [InvalidInputError, 'An input is invalid. The message names the first problem.'],
  [UnauthenticatedError, 'Nobody is signed in, or the token is invalid.'],
  [ForbiddenError, 'The viewer is signed in, but is not allowed to do this.'],
  [NotFoundError, 'The object does not exist, or the viewer is not allowed to see it.'],
  [ConflictError, 'The data has changed since the viewer read it. Reload it and try again.'],
  [CaptchaError, 'The captcha was not solved, or could not be checked.'],
] as const;
for (const [refusal, description] of PLAIN) {
  builder.objectType(refusal, { name: refusal.name, description, interfaces: [RefusalRef] });
}

const FieldProblemRef = builder.objectRef<FieldProblem>('FieldProblem').implement({
  description: 'A problem with a field.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'The name of the field in the input. For the id it is `botId`.',
    }),
    message: t.exposeString('message', { description: 'One sentence in English, safe to show.' }),
    reason: t.exposeString('reason', { description: REASON }),
    parameters: t.field(parametersField),
  }),
});
builder.objectType(InvalidListingError, {
  name: 'InvalidListingError',
  description: 'A listing has invalid fields. The message is the one of the first problem.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    problems: t.expose('problems', {
      type: [FieldProblemRef],
      description: 'One problem for each invalid field.',
    }),
  }),
});
builder.objectType(ClaimedError, {
  name: 'ClaimedError',
  description: 'Another moderator works on the listing. `claimListing` can take it over.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    claimedBy: t.exposeString('claimedBy', { description: 'The name of this moderator.' }),
    claimedUntil: t.expose('claimedUntil', {
      type: 'DateTime',
      description: 'When the claim ends by itself.',
    }),
  }),
});
builder.objectType(RateLimitedError, {
  name: 'RateLimitedError',
  description: 'The rate limit is exceeded.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    retryAfter: t.exposeInt('retryAfter', {
      description: 'Whole seconds until the next request is allowed.',
    }),
  }),
});
builder.objectType(VoteWindowActiveError, {
  name: 'VoteWindowActiveError',
  description: 'The user has voted for this bot within the last 12 hours.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    nextVoteAt: t.expose('nextVoteAt', {
      type: 'DateTime',
      description: 'The time of the next possible vote.',
    }),
  }),
});
builder.objectType(AccountTooYoungError, {
  name: 'AccountTooYoungError',
  description: 'The account is too new to vote.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    mayVoteAt: t.expose('mayVoteAt', {
      type: 'DateTime',
      description: 'The time at which the account can vote.',
    }),
  }),
});

const LIMITED = [UnauthenticatedError, RateLimitedError, NotFoundError];

/** Refusals for a bot with a token, and for members. */
export const callerErrors = { types: [...LIMITED, InvalidInputError] };
/** Refusals for the managers of a listing. */
export const managerErrors = { types: [...LIMITED, ForbiddenError, InvalidInputError] };
/** Refusals for users who report a listing or publish its news, and for moderators whose requests are limited. */
export const reporterErrors = { types: [...managerErrors.types, ConflictError] };
/** Refusals for moderators. */
export const moderatorErrors = {
  types: [UnauthenticatedError, ForbiddenError, NotFoundError, InvalidInputError, ConflictError],
};
/** Refusals for moderators who decide, which another moderator's claim prevents. */
export const deciderErrors = { types: [...moderatorErrors.types, ClaimedError] };
/** Refusals for users who submit a listing. */
export const submitterErrors = { types: [...LIMITED, InvalidListingError, BlockedError] };
/** Refusals for managers who change the state of a listing. */
export const moverErrors = { types: [...LIMITED, ForbiddenError, ConflictError] };
/** Refusals for managers who edit or translate a listing. */
export const editorErrors = { types: [...moverErrors.types, InvalidListingError] };
/** Refusals for voters. */
export const voterErrors = {
  types: [...LIMITED, AccountTooYoungError, BlockedError, CaptchaError, VoteWindowActiveError],
};
