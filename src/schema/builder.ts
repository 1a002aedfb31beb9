import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import {
  type Actor,
  type AdminActor,
  type BotActor,
  isModerator,
  type ModeratorActor,
  requireAdmin,
  requireBot,
  requireModerator,
  requireUser,
  type UserActor,
} from '../domain/identity/actor.ts';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { requireManager, requireOwner, requireReader } from '../domain/ownership/permissions.ts';
import { SIZES } from './bounds.ts';
import type { Context, ContextOf } from './context.ts';

/** Admits moderators, too, who also see a removed listing. */
const orModerator =
  (require: typeof requireManager): typeof requireManager =>
  async (services, actor, botId) =>
    isModerator(actor) ? actor : require(services, actor, botId);

/** Builds the schema, with typed errors, auth scopes, Relay connections and complexity limits. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  AuthScopes: {
    tokenHolder: boolean;
    signedIn: boolean;
    moderator: boolean;
    admin: boolean;
    /** May change it. */
    managerOf: string;
    managerOrModeratorOf: string;
    /** May read what the team reads, and no more. */
    readerOf: string;
    readerOrModeratorOf: string;
    ownerOf: string;
    /** The owner, or the user with this id. */
    ownerOrSelf: { readonly botId: string; readonly userId: string };
  };
  /** The viewer that each scope guarantees, for fields with `t.withAuth`. */
  AuthContexts: {
    tokenHolder: ContextOf<BotActor>;
    signedIn: ContextOf<UserActor>;
    moderator: ContextOf<ModeratorActor>;
    admin: ContextOf<AdminActor>;
  } & Record<
    'managerOf' | 'managerOrModeratorOf' | 'readerOf' | 'readerOrModeratorOf' | 'ownerOf' | 'ownerOrSelf',
    ContextOf<UserActor>
  >;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    ID: { Input: string; Output: string };
  };
}>({
  defaultFieldNullability: false,
  // The first plugin is the outermost one. Errors come first, so that what the next ones throw becomes a typed result.
  // Bounds come before scopes, which look arguments up.
  plugins: [ErrorsPlugin, 'bounds', ScopeAuthPlugin, RelayPlugin, ComplexityPlugin],
  errors: {
    directResult: true,
    defaultUnionOptions: { description: 'The result of the field, or the reason for a refusal.' },
  },
  scopeAuth: {
    // A subscription is checked when it starts, not at its first event.
    authorizeOnSubscribe: true,
    authScopes: (context) => {
      const { services } = context;
      const establish = async (judge: (actor: Actor) => Actor | Promise<Actor>) => {
        context.viewer = await judge(await context.actor());
        return true;
      };
      const of = (require: typeof requireManager) => (botId: string) =>
        establish((actor) => require(services, actor, botId));
      return {
        tokenHolder: () => establish(requireBot),
        signedIn: () => establish(requireUser),
        moderator: () => establish(requireModerator),
        admin: () => establish(requireAdmin),
        managerOf: of(requireManager),
        managerOrModeratorOf: of(orModerator(requireManager)),
        readerOf: of(requireReader),
        readerOrModeratorOf: of(orModerator(requireReader)),
        ownerOf: of(requireOwner),
        ownerOrSelf: ({ botId, userId }) =>
          establish((actor) =>
            actor.kind === 'user' && actor.userId === userId ? actor : requireOwner(services, actor, botId),
          ),
      };
    },
    unauthorizedError: () => new UnauthenticatedError('signIn.required'),
  },
  relay: {
    encodeGlobalID: (typename, id) => `${typename}:${id}`,
    // An id of another type becomes an unknown bot, so that the response does not reveal which types exist.
    decodeGlobalID: (globalId) => ({
      typename: 'Bot',
      id: globalId.startsWith('Bot:') ? globalId.slice('Bot:'.length) : '',
    }),
    clientMutationId: 'omit',
    // `nodes` would need a statement per id, for any number of ids. `node` and `bots` are enough.
    nodesQueryOptions: false,
    cursorType: 'String',
    nodeTypeOptions: { description: 'An object with a global id.' },
    idFieldOptions: { description: 'Global id of this node.' },
    nodeQueryOptions: {
      description: 'Finds a public object by its global id.',
      args: { id: { description: 'Global id of the node.' } },
    },
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there is a next page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is a previous page.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge.' },
    edgesFieldOptions: { description: 'The entries of this page.' },
    pageInfoFieldOptions: { description: 'The position of this page.' },
    cursorFieldOptions: { description: 'The opaque cursor of this entry.' },
    nodeFieldOptions: { description: 'The object of this entry.' },
    firstArgOptions: {
      description: 'The maximum number of entries, from the start of the range. 24 by default.',
    },
    lastArgOptions: { description: 'The maximum number of entries, from the end of the range.' },
    afterArgOptions: { description: 'Only entries after this cursor.', max: SIZES.cursor },
    beforeArgOptions: { description: 'Only entries before this cursor.', max: SIZES.cursor },
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (context) => context.limits ?? {},
    complexityError: (kind, costs) => {
      const cost = kind.toLowerCase() as Lowercase<typeof kind>;
      return new GraphQLError(
        `The operation exceeds the maximum ${cost}: it has ${costs[cost]}, and the limit is ${costs[`max${kind}`]}.`,
        { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      );
    },
  },
});

/**
 * Makes an enum type. Clients write its values in upper case, with `_` between words.
 *
 * @param values the description of each value
 */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const described = Object.entries<string>(values).map(([value, meaning]) => [
    value.replace(/[A-Z]/g, '_$&').toUpperCase(),
    { value, description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(described) as Record<Uppercase<Value>, { value: Value; description: string }>,
  });
}

/** The argument of fields that are about a bot. */
export const ofBot = builder.args((t) => ({
  botId: t.id({ required: true, description: "The bot's application id." }),
}));

/*
 * Kinds of arguments that many fields have.
 */

export const requiredText = (max: number, description: string) =>
  builder.args((t) => ({ it: t.string({ required: true, max, description }) })).it;

export const optionalText = (max: number, description: string) =>
  builder.args((t) => ({ it: t.string({ max, description }) })).it;

export const requiredIds = (description: string) =>
  builder.args((t) => ({ it: t.idList({ required: true, maxItems: SIZES.items, description }) })).it;

/** False by default. */
export const flag = (description: string) =>
  builder.args((t) => ({ it: t.boolean({ defaultValue: false, description }) })).it;

/** For `t.withAuth`: requires somebody who may change the bot in the arguments. */
export const byManager = (_: unknown, { botId }: Record<string, unknown>) => ({ managerOf: String(botId) });

/** For `t.withAuth`: requires somebody of the team of the bot in the arguments, also one who only reads. */
export const byReader = (_: unknown, { botId }: Record<string, unknown>) => ({ readerOf: String(botId) });

/** If a fault prevents authentication, every field fails: a signed-in user must not look like a stranger. */
const authScopes = (_: unknown, { fault }: Context) => {
  if (fault !== undefined) throw fault;
  return true;
};

builder.queryType({ description: 'All read operations.', authScopes });
builder.mutationType({ description: 'All changes.', authScopes });
builder.subscriptionType({ description: 'Live updates, as server-sent events.', authScopes });

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType<Date, string>({
    name: 'DateTime',
    description: 'ISO 8601 timestamp in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`.',
    serialize: (value) => {
      if (!(value instanceof Date)) throw new TypeError('A DateTime is serialized from a Date.');
      return value.toISOString();
    },
    parseValue: parseTime,
    parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
  }),
);

builder.addScalarType(
  'JSON',
  new GraphQLScalarType<unknown, unknown>({
    name: 'JSON',
    description: 'Any JSON value. The field checks the viewer and the rate limit first, then the value.',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
);

function parseTime(value: unknown): Date {
  const time = typeof value === 'string' && TIMESTAMP.test(value) ? new Date(value) : undefined;
  // JavaScript writes other years with a sign, and PostgreSQL does not read those. The year of an invalid time is
  // NaN.
  const year = time?.getUTCFullYear() ?? Number.NaN;
  if (!time || !(year >= 1 && year <= 9999)) throw new TypeError('A DateTime is an ISO 8601 timestamp.');
  return time;
}
