import {
  type ExecutionResult,
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';
import { documentLimits, OWN_RULES, requireModestDocument } from './document-limits.ts';
import { MAX_ERRORS, withShortErrors } from './error-limits.ts';
import { isRefused, refusal } from './refusal.ts';
import { requireModestVariables } from './variable-limits.ts';

/** What is known before a document is looked at. */
export interface Asked {
  readonly asked: Context;
  readonly isAdmin: boolean;
}

/** What a document may be at most: parsing and validating come before its complexity can be judged. */
const MAX_DOCUMENT_LENGTH = 32 * 1024;
const MAX_TOKENS = 2000;

const limitsOf = ({ asked }: Asked) => asked.limits ?? documentLimits({ kind: 'anonymous' });

/** Bounds what an operation costs before it runs, and what is answered to one that cannot run. */
export const bounded: Plugin<Asked> = {
  onRequestParse({ requestParser, setRequestParser }) {
    if (!requestParser) return;
    setRequestParser(async (request) => {
      try {
        return await requestParser(request);
      } catch (error) {
        throw isNoJson(error) ? noJson() : error;
      }
    });
  },
  onParams({ params, context }) {
    requireModestVariables(params.variables, limitsOf(context as unknown as Asked));
  },
  onParse({ context, setParseFn }) {
    setParseFn((source, options) => {
      const length = typeof source === 'string' ? source.length : source.body.length;
      if (length > MAX_DOCUMENT_LENGTH)
        throw refusal('The document is longer than 32 KiB.', 'GRAPHQL_PARSE_FAILED');
      const document = parse(source, { ...options, maxTokens: MAX_TOKENS });
      requireModestDocument(document, limitsOf(context));
      return document;
    });
  },
  onValidate({ addValidationRule, setValidationFn }) {
    for (const rule of OWN_RULES) addValidationRule(rule);
    setValidationFn((ofSchema, document, rules = specifiedRules) =>
      validate(ofSchema, document, rules, { maxErrors: MAX_ERRORS }),
    );
  },
  // The executor of Yoga finds fifty mistakes in variables before it gives up, and prints the value into each.
  onExecute({ setExecuteFn }) {
    setExecuteFn(async (args) => withRefusals(await execute({ ...args, ...AT_FIRST_MISTAKE })));
  },
  onSubscribe({ setSubscribeFn }) {
    setSubscribeFn(async (args) => withRefusals(await subscribe({ ...args, ...AT_FIRST_MISTAKE })));
  },
  onResultProcess({ result, setResult }) {
    if (!Array.isArray(result) && !isAsyncIterable(result)) setResult(withShortErrors(result));
  },
};

/** The library lets the parser's error out of an address or a form, and repeats it, with the whole body, for a body. */
function isNoJson(error: unknown): boolean {
  return (
    error instanceof SyntaxError || (error instanceof GraphQLError && 'originalError' in error.extensions)
  );
}

function noJson(): GraphQLError {
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
  return new GraphQLError('The body, the variables and the extensions must be JSON.', { extensions });
}

const AT_FIRST_MISTAKE = { options: { maxCoercionErrors: 1 } };

/** An operation that did not run, since its variables do not fit or there is none of its name, is answered with 400. */
function withRefusals<Result extends object>(result: Result): Result | ExecutionResult {
  if (!isRefused(result)) return result;
  return { errors: result.errors.map(({ message, nodes }) => refusal(message, 'BAD_USER_INPUT', nodes)) };
}
