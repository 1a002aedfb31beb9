import { RequestCache } from '@pothos/plugin-scope-auth';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { DomainError } from '../domain/kernel/errors.ts';
import { isSnowflake } from '../domain/kernel/ids.ts';
import type { Context } from './context.ts';

/**
 * Adds to every mutation what no new mutation may forget. It surrounds the checks of the plugins, too.
 *
 * - It reads the rights of the viewer again when another mutation has run before it. The fields of a document share the
 *   session and the rights that the first of them has read. But a mutation may take them away: one that removes the
 *   viewer as a co-owner, ends the session or takes the role. Mutations of a document run one after the other, so
 *   nothing else uses what is forgotten here.
 * - One with a `botId` reports at its end that the listing may have changed, also after a failure.
 * - `castVote` reports how each vote ended. A session that cannot be looked up is a vote that failed.
 *
 * @returns the same schema
 */
export function surroundMutations(schema: GraphQLSchema): GraphQLSchema {
  const begun = new WeakSet<Context>();
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = async (source, args, context: Context, info) => {
      const { services } = context;
      if (begun.has(context)) {
        context.forgetActor();
        RequestCache.clearForContext(context);
      }
      begun.add(context);
      try {
        const result: unknown = await resolve(source, args, context, info);
        // A refusal is a result of the field. The plugin that makes it one hides its class.
        if (name === 'castVote') services.onVote((result as Partial<DomainError>).code ?? 'accepted');
        return result;
      } catch (error) {
        if (name === 'castVote') services.onVote(error instanceof DomainError ? error.code : 'failed');
        throw error;
      } finally {
        if (isSnowflake(args.botId)) services.listingTouched(args.botId);
      }
    };
  }
  return schema;
}
