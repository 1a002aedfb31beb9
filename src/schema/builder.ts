import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { requireAdmin, requireModerator, requireUser } from '../domain/identity/permissions.ts';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { requireManager, requireManagerOrModerator, requireOwner } from '../domain/listing/permissions.ts';
import type { Context } from './context.ts';

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
    authScopes: (context) => ({
      tokenHolder: async () => {
        if ((await context.actor()).kind !== 'bot') throw new UnauthenticatedError('Invalid token.');
        return true;
      },
      signedIn: async () => {
        requireUser(await context.actor());
        return true;
      },
      moderator: async () => {
        requireModerator(await context.actor());
        return true;
      },
      admin: async () => {
        requireAdmin(await context.actor());
        return true;
      },
      managerOf: async (botId) => {
        await requireManager(context.services, await context.actor(), botId);
        return true;
      },
      managerOrModeratorOf: async (botId) => {
        await requireManagerOrModerator(context.services, await context.actor(), botId);
        return true;
      },
      ownerOf: async (botId) => {
        await requireOwner(context.services, await context.actor(), botId);
        return true;
      },
    }),
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

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be changed.' });
builder.subscriptionType({ description: 'What can be watched, as server-sent events.' });
