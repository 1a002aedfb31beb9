import { type ExecutionResult, NoSchemaIntrospectionCustomRule, specifiedRules, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { OWN_RULES } from './document-limits.ts';
import type { Asked } from './limits-plugin.ts';
import { isRefused, MAX_ERRORS, refusal } from './refusal.ts';

/**
 * Hides the schema from everybody but admins. The libraries explain errors with names of types, fields and arguments.
 * Other viewers get only the location of an error.
 */
export const hiddenSchema: Plugin<Asked> = {
  onValidate({ context, setValidationFn }) {
    if (context.isAdmin) return;
    setValidationFn((ofSchema, document, rules = specifiedRules) => {
      const own = validate(ofSchema, document, [NoSchemaIntrospectionCustomRule, ...OWN_RULES]);
      if (own.length > 0) return own;
      const mistakes = validate(ofSchema, document, rules, { maxErrors: MAX_ERRORS, hideSuggestions: true });
      return mistakes.map(({ nodes }) =>
        refusal('The document does not fit the schema.', 'GRAPHQL_VALIDATION_FAILED', nodes),
      );
    });
  },
  onExecute({ args, executeFn, setExecuteFn }) {
    if (!args.contextValue.isAdmin) setExecuteFn(async (args) => withoutNames(await executeFn(args)));
  },
  onSubscribe({ args, subscribeFn, setSubscribeFn }) {
    if (!args.contextValue.isAdmin) setSubscribeFn(async (args) => withoutNames(await subscribeFn(args)));
  },
};

function withoutNames<Result extends object>(result: Result): Result | ExecutionResult {
  if (!isRefused(result)) return result;
  const message = 'The variables or the name of the operation do not fit the document.';
  return { errors: [refusal(message, 'BAD_USER_INPUT')] };
}
