import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type {
  AroundOperation,
  CompiledDocument,
  CompiledDocuments,
  Execute,
} from '../../documents/compiled.ts';
import { createCache } from '../../lib/cache.ts';
import { type Asked, limitsOf } from './limits-plugin.ts';
import { isRefused } from './refusal.ts';

/** Of all kept documents of other clients. */
const MAX_BYTES = 10 * 1024 * 1024;
/** A syntax tree takes up to so many bytes for each character. */
const TREE_BYTES = 300;

/**
 * Saves the work on documents that are known. Those of the service itself are executed as they were compiled. Those of
 * other clients are parsed and validated once, as long as they are among the last ones.
 *
 * It must be the last plugin. Everything else is done as the plugins before it say.
 *
 * @param own the documents of the service itself
 * @param around surrounds the execution of other documents
 */
export function knownDocuments(own: CompiledDocuments, around?: AroundOperation): Plugin<Asked> {
  const compiled = new WeakMap<DocumentNode, CompiledDocument>();
  const valid = createCache<DocumentNode>({
    maxBytes: MAX_BYTES,
    sizeOf: ({ loc }) => TREE_BYTES * (loc?.end ?? 0),
  });
  const validNodes = new WeakSet<DocumentNode>();
  return {
    onParse({ context, params: { source }, setParsedDocument }) {
      const text = typeof source === 'string' ? source : source.body;
      const found = own.find(text);
      if (found) compiled.set(found.document, found);
      const document = found?.document ?? valid.get(keyOf(context, text));
      if (document) setParsedDocument(document);
    },
    onValidate({ context, params: { documentAST }, setResult }) {
      if (compiled.has(documentAST) || validNodes.has(documentAST)) {
        setResult([]);
        return;
      }
      return ({ valid: isValid }) => {
        const text = documentAST.loc?.source.body;
        if (!isValid || text === undefined) return;
        validNodes.add(documentAST);
        valid.set(keyOf(context, text), documentAST);
      };
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const found = compiled.get(args.document);
      if (!found?.execute || (args.operationName ?? found.operationName) !== found.operationName) {
        if (around) setExecuteFn((args) => around(undefined, async () => executeFn(args)));
        return;
      }
      const { execute } = found;
      setExecuteFn(async (args) => {
        const result = await execute(args.contextValue, args.variableValues ?? {});
        // Nothing ran yet: variables that do not fit are refused as those of any document.
        return isRefused(result) ? executeFn(args) : withFullErrors(result);
      });
    },
  };
}

/** What a document may be depends on the viewer: its limits, and whether it may ask for the schema. */
function keyOf(context: Asked, text: string): string {
  return `${limitsOf(context).name} ${context.isAdmin} ${text}`;
}

/** The errors of compiled documents are incomplete: they can lack `extensions`. They get a path, and no location. */
function withFullErrors(result: Awaited<ReturnType<Execute>>): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(
    ({ message, path, originalError }) =>
      new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null }),
  );
  return { ...result, errors };
}
