import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Actor, AdminActor, ModeratorActor, UserActor } from '../domain/identity/actor.ts';
import type { DomainError } from '../domain/kernel/errors.ts';
import { type Budget, USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing } from './bot.ts';
import { builder, byManager, ofBot } from './builder.ts';
import type { ContextOf } from './context.ts';
import { callerErrors, managerErrors, moderatorErrors } from './errors.ts';
import { keyOfUser, spend } from './spend.ts';

type Types = typeof builder.$inferSchemaTypes;
type Type = TypeParam<Types>;
type ArgBuilder = Parameters<Parameters<typeof builder.args>[0]>[0];
type Refusals = { readonly types: readonly { readonly prototype: DomainError }[] };
type NoArgs = Record<never, never>;

/** What all mutations of a shape have: who may use them, and what is usual for them. */
interface Right<Fixed extends InputFieldMap> {
  readonly scopes: object | ((_: unknown, args: Record<string, unknown>) => object);
  /** The arguments that each of them has. */
  readonly args: Fixed;
  /** The rate limit per user. */
  readonly budget: Budget | null;
  readonly errors: Refusals;
}

/** What a mutation returns: its type, or nothing, and then the listing is read after it. */
type Result<Of, Args> = Of extends Type
  ? ShapeFromTypeParam<Types, Of, false>
  : 'botId' extends keyof Args
    ? unknown
    : never;

interface Mutation<Viewer extends Actor, Of, Args extends InputFieldMap, Fixed extends InputFieldMap> {
  /** By default the listing in `botId`, as it is after the change. */
  readonly type?: Of;
  readonly description: string;
  readonly deprecationReason?: string;
  readonly complexity?: number;
  readonly args?: (t: ArgBuilder) => Args;
  /** Another rate limit per user than is usual. With null, `act` spends what there is to spend. */
  readonly budget?: Budget | null;
  /** A rate limit of the bot in `botId`, whoever acts, in place of one per user. */
  readonly budgetOfBot?: Budget;
  readonly errors?: Refusals;
  readonly act: (
    args: InputShapeFromFields<Args & Fixed>,
    context: ContextOf<Viewer>,
    info: GraphQLResolveInfo,
  ) => Promise<Result<Of, Args & Fixed>>;
}

/**
 * Makes a shape: mutations for the same people. Each one checks the right, spends its rate limit, and acts.
 *
 * @param right who may use them, and what each of them can change about it
 */
export const shape =
  <Viewer extends UserActor, Fixed extends InputFieldMap = NoArgs>(right: Right<Fixed>) =>
  <Of extends Type | undefined = undefined, Args extends InputFieldMap = NoArgs>(
    name: string,
    mutation: Mutation<Viewer, Of, Args, Fixed>,
  ): void => {
    const { type, args, budget = right.budget, budgetOfBot, errors = right.errors, act, ...rest } = mutation;
    const resolve = async (
      _: unknown,
      given: { readonly botId: string },
      context: ContextOf<Viewer>,
      info: GraphQLResolveInfo,
    ) => {
      if (budgetOfBot) await spend(context, info, `bot:${given.botId}`, budgetOfBot);
      else if (budget) await spend(context, info, keyOfUser(context.viewer), budget);
      const result = await act(given as never, context, info);
      return type === undefined ? presentListing(context.services, given.botId) : result;
    };
    builder.mutationField(name, (t) => {
      const all = { ...right.args, ...(args && builder.args(args)) };
      const field = { ...rest, type: type ?? Bot, errors, args: all, authScopes: right.scopes, resolve };
      return t.field(field as never) as never;
    });
  };

/** A shape for people with a right to the bot in `botId`. */
const ofListing = (scopes: Right<typeof ofBot>['scopes']) =>
  shape<UserActor, typeof ofBot>({
    scopes,
    args: ofBot,
    budget: USER_BUDGETS.change,
    errors: managerErrors,
  });

/** For those who may change the bot in `botId`. */
export const byManagers = ofListing(byManager);

/** For those who may change the bot in `botId`, and for moderators. */
export const byManagersOrModerators = ofListing((_, { botId }) => ({ managerOrModeratorOf: String(botId) }));

/** For the owner of the bot in `botId`. */
export const byOwners = ofListing((_, { botId }) => ({ ownerOf: String(botId) }));

/** For everybody who is signed in. */
export const byUsers = shape<UserActor>({
  scopes: { signedIn: true },
  args: {},
  budget: USER_BUDGETS.change,
  errors: callerErrors,
});

/** For moderators, who have no usual rate limit. */
export const byModerators = shape<ModeratorActor>({
  scopes: { moderator: true },
  args: {},
  budget: null,
  errors: moderatorErrors,
});

/** For admins. */
export const byAdmins = shape<AdminActor>({
  scopes: { admin: true },
  args: {},
  budget: null,
  errors: managerErrors,
});
