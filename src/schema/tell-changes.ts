import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/**
 * Makes every mutation with a `botId` report at its end that the listing may have changed, also after a failure. So
 * no new mutation can forget it.
 *
 * @returns the same schema
 */
export function tellChanges(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = async (source, args, context: Context, info) => {
      try {
        return await resolve(source, args, context, info);
      } finally {
        if (typeof args.botId === 'string') context.services.listingTouched(args.botId);
      }
    };
  }
  return schema;
}
