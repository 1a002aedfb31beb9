import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { DomainError } from '../domain/kernel/errors.ts';
import type { VoteOutcome } from '../domain/vote/on-vote.ts';
import type { Context } from './context.ts';

/**
 * Makes the mutation `castVote` report how each vote ended. It surrounds the checks of the plugins, too: a session that
 * cannot be looked up is a vote that failed.
 *
 * @returns the same schema
 */
export function watchVotes(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getMutationType()?.getFields().castVote;
  if (!field) throw new Error('The schema has no mutation castVote.');
  const { resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args, context: Context, info) => {
    let outcome: VoteOutcome = 'failed';
    try {
      const result: unknown = await resolve(source, args, context, info);
      // A refusal is a result of the field. The plugin that makes it one hides its class.
      outcome = (result as Partial<DomainError>).code ?? 'accepted';
      return result;
    } catch (error) {
      if (error instanceof DomainError) outcome = error.code;
      throw error;
    } finally {
      context.services.onVote(outcome);
    }
  };
  return schema;
}
