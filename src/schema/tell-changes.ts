import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/**
 * Lets every mutation that names a bot tell at its end that this listing may have changed, also when it failed: nobody
 * who adds a mutation has to think of it.
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
