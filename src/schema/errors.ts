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
import { type Checked, fieldsOf, type Members, record } from './record.ts';

/** A value in the sentence of a refusal. */
export interface MessageParameter {
  readonly name: string;
  readonly value: string;
}

/** The parameters of a refusal, as clients of GraphQL read them: in results and in `extensions`. */
export function listParameters({ parameters }: Pick<Refusal, 'parameters'>): MessageParameter[] {
  return Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) }));
}

const MessageParameterRef = record<MessageParameter>('MessageParameter')('A value in a message.', {
  name: 'Its name, such as `max`.',
  value: 'The value as text. Escape it before you show it.',
});

const REASON = 'A stable code of the sentence, such as `text.length`, to word it in another language.';
/** No sentence has more. */
const MAX_PARAMETERS = 3;

/** The field with the values of a sentence that clients may word in another language. */
export const parametersField = <From>(from: From, description = 'The values in the sentence.') =>
  [
    [MessageParameterRef] as [typeof MessageParameterRef],
    description,
    from,
    { complexity: { field: 1, multiplier: MAX_PARAMETERS } },
  ] as const;

/** A refusal, also one of several results. */
export const RefusalRef = builder.interfaceRef<DomainError>('Error').implement({
  description: 'A refusal. Code and reason are stable. The message is for people: do not parse it.',
  fields: (t) =>
    fieldsOf<DomainError>(t as never, {
      code: 'A stable code for programs, such as `NOT_FOUND`.',
      message: 'One sentence in English, safe to show.',
      reason: REASON,
      parameters: parametersField(listParameters),
    }),
});

/**
 * Makes the type of a refusal.
 *
 * @param members the fields that it has besides those of every refusal
 */
export function refusalType<Of extends DomainError, const Given extends Members<Of>>(
  of: { readonly name: string; readonly prototype: Of },
  description: string,
  members: Given & Checked<Of, Given>,
): void {
  builder.objectType(of as never as new () => DomainError, {
    name: of.name,
    description,
    interfaces: [RefusalRef],
    fields: (t) => fieldsOf<Of>(t as never, members),
  });
}

refusalType(InvalidInputError, 'An input is invalid. The message names the first problem.', {});
refusalType(UnauthenticatedError, 'Nobody is signed in, or the token is invalid.', {});
refusalType(ForbiddenError, 'The viewer is signed in, but is not allowed to do this.', {});
refusalType(NotFoundError, 'The object does not exist, or the viewer is not allowed to see it.', {});
refusalType(ConflictError, 'The data has changed since the viewer read it. Reload it and try again.', {});
refusalType(CaptchaError, 'The captcha was not solved, or could not be checked.', {});

const FieldProblemRef = record<FieldProblem>('FieldProblem')('A problem with a field.', {
  field: 'The name of the field in the input. For the id it is `botId`.',
  message: 'One sentence in English, safe to show.',
  reason: REASON,
  parameters: parametersField(listParameters),
});

refusalType(
  InvalidListingError,
  'A listing has invalid fields. The message is the one of the first problem.',
  {
    problems: [[FieldProblemRef], 'One problem for each invalid field.'],
  },
);
refusalType(ClaimedError, 'Another moderator works on the listing. `claimListing` can take it over.', {
  claimedBy: 'The name of this moderator.',
  claimedUntil: ['DateTime', 'When the claim ends by itself.'],
});
refusalType(RateLimitedError, 'The rate limit is exceeded.', {
  retryAfter: ['Int', 'Whole seconds until the next request is allowed.'],
});
refusalType(VoteWindowActiveError, 'The user has voted for this bot within the last 12 hours.', {
  nextVoteAt: ['DateTime', 'The time of the next possible vote.'],
});
refusalType(AccountTooYoungError, 'The account is too new to vote.', {
  mayVoteAt: ['DateTime', 'The time at which the account can vote.'],
});

/** Why deliveries fail. */
export const CauseRef = record<Refusal>('FailureCause')('Why deliveries fail, and what to do about it.', {
  message: 'A sentence in English, safe to show.',
  reason: 'A stable code of the sentence, such as `attempt.timeout`, to word it in another language.',
  parameters: parametersField(listParameters),
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
