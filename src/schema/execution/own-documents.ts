import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CompiledDocument, CompiledDocuments, Execute } from '../../documents/compiled.ts';
import type { Asked } from './limits-plugin.ts';
import { isRefused } from './refusal.ts';

/**
 * Executes the service's own documents as they were compiled, without parsing and validating them for each request.
 * It must be the last plugin. Everything else is executed as the plugins before it say.
 */
export function ownDocuments(documents: CompiledDocuments): Plugin<Asked> {
  const ofNode = new WeakMap<DocumentNode, CompiledDocument>();
  return {
    onParse({ params: { source }, setParsedDocument }) {
      const own = documents.find(typeof source === 'string' ? source : source.body);
      if (!own) return;
      ofNode.set(own.document, own);
      setParsedDocument(own.document);
    },
    onValidate({ params: { documentAST }, setResult }) {
      if (ofNode.has(documentAST)) setResult([]);
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const own = ofNode.get(args.document);
      if (!own?.execute || (args.operationName ?? own.operationName) !== own.operationName) return;
      const { execute } = own;
      setExecuteFn(async (args) => {
        const result = await execute(args.contextValue, args.variableValues ?? {});
        // Nothing ran yet: variables that do not fit are refused as those of any document.
        return isRefused(result) ? executeFn(args) : withFullErrors(result);
      });
    },
  };
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
