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
import type { Context } from '../context.ts';
import { operationLimits } from '../limits-by-viewer.ts';
import { OWN_RULES, requireModestDocument, requireModestVariables } from './document-limits.ts';
import { isRefused, MAX_ERRORS, refusal, withShortErrors } from './refusal.ts';

/** The facts about a request before its document is parsed. */
export interface Asked {
  readonly asked: Context;
  readonly isAdmin: boolean;
}

/** Limits before parsing. Parsing and validation run before the complexity is known. */
const MAX_DOCUMENT_LENGTH = 32 * 1024;
const MAX_TOKENS = 2000;

/** The limits of the viewer of a request. */
export const limitsOf = ({ asked }: Asked) => asked.limits ?? operationLimits({ kind: 'anonymous' });

/** Limits the cost of an operation before it runs, and the size of the response to an invalid one. */
export const limitsPlugin: Plugin<Asked> = {
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
  // Yoga's executor reports up to fifty errors in variables, and prints the value into each.
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

/**
 * For a URL or a form, the library throws the parser's error. For a body it wraps the error, and repeats the whole
 * body.
 */
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

/** Turns a result without execution into status 400: the variables are invalid, or the operation name is unknown. */
function withRefusals<Result extends object>(result: Result): Result | ExecutionResult {
  if (!isRefused(result)) return result;
  return { errors: result.errors.map(({ message, nodes }) => refusal(message, 'BAD_USER_INPUT', nodes)) };
}
