import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { Actor, AdminActor, BotActor, ModeratorActor, UserActor } from '../domain/identity/actor.ts';
import { requireAdmin, requireBot, requireModerator, requireUser } from '../domain/identity/permissions.ts';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { requireManager, requireManagerOrModerator, requireOwner } from '../domain/listing/permissions.ts';
import type { Context, ContextOf } from './context.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  AuthScopes: {
    tokenHolder: boolean;
    signedIn: boolean;
    moderator: boolean;
    admin: boolean;
    managerOf: string;
    managerOrModeratorOf: string;
    ownerOf: string;
    /** The owner, or the co-owner whom it is about. */
    ownerOrSelf: { readonly botId: string; readonly userId: string };
  };
  /** Whom each scope has established, for fields that are declared with `t.withAuth`. */
  AuthContexts: {
    tokenHolder: ContextOf<BotActor>;
    signedIn: ContextOf<UserActor>;
    moderator: ContextOf<ModeratorActor>;
    admin: ContextOf<AdminActor>;
    managerOf: ContextOf<UserActor>;
    managerOrModeratorOf: ContextOf<UserActor>;
    ownerOf: ContextOf<UserActor>;
    ownerOrSelf: ContextOf<UserActor>;
  };
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    ID: { Input: string; Output: string };
  };
}>({
  defaultFieldNullability: false,
  // The first plugin is the outermost: errors before scope-auth makes a denial a typed result, too.
  plugins: [ErrorsPlugin, ScopeAuthPlugin, RelayPlugin, ComplexityPlugin],
  errors: {
    directResult: true,
    defaultUnionOptions: { description: 'What the field gives, or why it was refused.' },
  },
  scopeAuth: {
    // A stream is refused when it is asked for, and not when it has something to say.
    authorizeOnSubscribe: true,
    authScopes: (context) => {
      const { services } = context;
      const establish = async (judge: (actor: Actor) => Actor | Promise<Actor>) => {
        context.viewer = await judge(await context.actor());
        return true;
      };
      return {
        tokenHolder: () => establish(requireBot),
        signedIn: () => establish(requireUser),
        moderator: () => establish(requireModerator),
        admin: () => establish(requireAdmin),
        managerOf: (botId) => establish((actor) => requireManager(services, actor, botId)),
        managerOrModeratorOf: (botId) =>
          establish((actor) => requireManagerOrModerator(services, actor, botId)),
        ownerOf: (botId) => establish((actor) => requireOwner(services, actor, botId)),
        ownerOrSelf: ({ botId, userId }) =>
          establish((actor) =>
            actor.kind === 'user' && actor.userId === userId ? actor : requireOwner(services, actor, botId),
          ),
      };
    },
    unauthorizedError: () => new UnauthenticatedError('Sign in first.'),
  },
  relay: {
    encodeGlobalID: (typename, id) => `${typename}:${id}`,
    // An id of any other type is that of no bot: which types there are is not told.
    decodeGlobalID: (globalId) => ({
      typename: 'Bot',
      id: globalId.startsWith('Bot:') ? globalId.slice('Bot:'.length) : '',
    }),
    clientMutationId: 'omit',
    // One statement for each of any number of ids: `node` and `bots` are enough.
    nodesQueryOptions: false,
    cursorType: 'String',
    nodeTypeOptions: { description: 'Anything that has a global id.' },
    idFieldOptions: { description: 'Global id of this node.' },
    nodeQueryOptions: {
      description: 'A node by its global id, if the public may see it.',
      args: { id: { description: 'Global id of the node.' } },
    },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether anything follows.' },
    hasPreviousPageFieldOptions: { description: 'Whether anything comes before.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge.' },
    edgesFieldOptions: { description: 'What is on this page.' },
    pageInfoFieldOptions: { description: 'Where this page lies.' },
    cursorFieldOptions: { description: 'Where this edge lies; opaque.' },
    nodeFieldOptions: { description: 'What lies there.' },
    firstArgOptions: { description: 'How many at most, from the start of the range; 24 by default.' },
    lastArgOptions: { description: 'How many at most, from the end of the range.' },
    afterArgOptions: { description: 'Only what follows this cursor.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (context) => context.limits ?? {},
  },
});

/** The argument of a field that is about a bot. */
export const ofBot = builder.args((t) => ({
  botId: t.id({ required: true, description: "The bot's application id." }),
}));

/** For `t.withAuth`: the field is about a bot, and for those who manage it. */
export const byManager = (_: unknown, { botId }: Record<string, unknown>) => ({ managerOf: String(botId) });

/** For `t.withAuth`: the field is about a bot, and for its owner alone. */
export const byOwner = (_: unknown, { botId }: Record<string, unknown>) => ({ ownerOf: String(botId) });

/** Nobody is taken for a stranger while a fault hides who is asking: no field answers. */
const authScopes = (_: unknown, { fault }: Context) => {
  if (fault !== undefined) throw fault;
  return true;
};

builder.queryType({ description: 'What can be read.', authScopes });
builder.mutationType({ description: 'What can be changed.', authScopes });
builder.subscriptionType({ description: 'What can be watched, as server-sent events.', authScopes });
