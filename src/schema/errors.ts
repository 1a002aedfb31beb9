import {
  AccountTooYoungError,
  CaptchaError,
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
const FieldProblemRef = builder.objectRef<FieldProblem>('FieldProblem').implement({
  description: 'What is wrong with a field.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its name in the input; `botId` for the id.' }),
    message: t.exposeString('message', { description: 'One sentence, safe to show.' }),
  }),
});
builder.objectType(InvalidListingError, {
  name: 'InvalidListingError',
  description: 'Fields of a listing are not as they must be; the message is that of the first problem.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    problems: t.field({
      type: [FieldProblemRef],
      description: 'One problem of every field that has any.',
      resolve: (error) => error.problems,
    }),
  }),
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
builder.objectType(AccountTooYoungError, {
  name: 'AccountTooYoungError',
  description: 'The account has not existed for long enough to vote.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    mayVoteAt: t.expose('mayVoteAt', { type: 'DateTime', description: 'From when on it may vote.' }),
  }),
});
builder.objectType(CaptchaError, {
  name: 'CaptchaError',
  description: 'The captcha was not solved, or could not be checked.',
  interfaces: [ErrorInterface],
});

/** What may be refused to a bot that calls with its token. */
export const tokenErrors = {
  types: [UnauthenticatedError, RateLimitedError, NotFoundError, InvalidInputError],
};
/** What may be refused to somebody who manages a listing. */
export const managerErrors = {
  types: [UnauthenticatedError, ForbiddenError, RateLimitedError, NotFoundError, InvalidInputError],
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
/** What may be refused to somebody who submits a listing. */
export const submitterErrors = {
  types: [UnauthenticatedError, RateLimitedError, NotFoundError, InvalidListingError],
};
/** What may be refused to somebody who edits a listing. */
export const editorErrors = {
  types: [
    UnauthenticatedError,
    ForbiddenError,
    RateLimitedError,
    NotFoundError,
    ConflictError,
    InvalidListingError,
  ],
};
/** What may be refused to somebody who moves a listing to another state. */
export const moverErrors = {
  types: [UnauthenticatedError, ForbiddenError, RateLimitedError, NotFoundError, ConflictError],
};
/** What may be refused to somebody who votes. */
export const voterErrors = {
  types: [
    UnauthenticatedError,
    RateLimitedError,
    AccountTooYoungError,
    CaptchaError,
    NotFoundError,
    VoteWindowActiveError,
  ],
};
