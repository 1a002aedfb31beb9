import { RequestCache } from '@pothos/plugin-scope-auth';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/**
 * Makes every mutation read the rights of the viewer again when one has run before it. The fields of a document share
 * the session and the rights that the first of them has read. But a mutation may take them away: one that removes the
 * viewer as a co-owner, ends the session or takes the role. The first mutation has just read them, so it saves that.
 *
 * Mutations of a document run one after the other, so nothing else uses what is forgotten here.
 *
 * @returns the same schema
 */
export function judgeAnew(schema: GraphQLSchema): GraphQLSchema {
  const begun = new WeakSet<Context>();
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args, context: Context, info) => {
      if (begun.has(context)) {
        context.forgetActor();
        RequestCache.clearForContext(context);
      }
      begun.add(context);
      return resolve(source, args, context, info);
    };
  }
  return schema;
}
