import {
  ConflictError,
  type DomainError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UnauthenticatedError,
  VoteWindowActiveError,
} from '../domain/errors.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder.interfaceRef<DomainError>('Error').implement({
  description: 'A refusal. Its code is stable; its message is for people and not to be parsed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable word for programs, such as `NOT_FOUND`.' }),
    message: t.exposeString('message', { description: 'One sentence, safe to show.' }),
  }),
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'Something that was sent is malformed; the message names the first problem.',
  interfaces: [ErrorInterface],
});
builder.objectType(UnauthenticatedError, {
  name: 'UnauthenticatedError',
  description: 'Nobody is signed in, or the token is none of a listing.',
  interfaces: [ErrorInterface],
});
builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'The viewer is known and may not do this.',
  interfaces: [ErrorInterface],
});
builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'There is no such thing, or the viewer may not know of it.',
  interfaces: [ErrorInterface],
});
builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'Somebody else acted meanwhile: reload, and decide again.',
  interfaces: [ErrorInterface],
});
builder.objectType(RateLimitedError, {
  name: 'RateLimitedError',
  description: 'The budget is used up for now.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    retryAfter: t.exposeInt('retryAfter', {
      description: 'Whole seconds after which the next request passes.',
    }),
  }),
});
builder.objectType(VoteWindowActiveError, {
  name: 'VoteWindowActiveError',
  description: 'The user has voted for this bot within the last 12 hours.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    nextVoteAt: t.expose('nextVoteAt', { type: 'DateTime', description: 'When voting opens again.' }),
  }),
});

/** What may be refused to a bot that calls with its token. */
export const tokenErrors = {
  types: [UnauthenticatedError, RateLimitedError, NotFoundError, InvalidInputError],
};
/** What may be refused to somebody who manages a listing. */
export const managerErrors = {
  types: [UnauthenticatedError, ForbiddenError, NotFoundError, InvalidInputError],
};
/** What may be refused to somebody who moderates. */
export const moderatorErrors = {
  types: [UnauthenticatedError, ForbiddenError, NotFoundError, InvalidInputError, ConflictError],
};
/** What may be refused to somebody who reports a listing. */
export const reporterErrors = {
  types: [
    UnauthenticatedError,
    RateLimitedError,
    ForbiddenError,
    NotFoundError,
    InvalidInputError,
    ConflictError,
  ],
};
/** What may be refused to somebody who votes. */
export const voterErrors = { types: [UnauthenticatedError, NotFoundError, VoteWindowActiveError] };
