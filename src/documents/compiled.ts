import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  subscribe,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';

/** A valid GraphQL document with one operation, and the JavaScript function that it is compiled to. */
export interface CompiledDocument {
  readonly document: DocumentNode;
  /** Undefined where the operation has no name. */
  readonly operationName: string | undefined;
  /** Executes a query or a mutation. Undefined for a subscription. */
  readonly execute: Execute | undefined;
  /** Starts a subscription, which is validated once, but not compiled. Undefined for other operations. */
  readonly subscribe?: Subscribe;
}

/** Resolvers' errors are in the result. It has no `data` when the variables do not fit the document. */
export type Execute = (context: object, variables: object) => ExecutionResult | Promise<ExecutionResult>;

/** The result of each event. Whoever calls it must read them to the end, or `return`. */
export type Subscribe = (
  context: object,
  variables: object,
) => Promise<AsyncGenerator<ExecutionResult> | ExecutionResult>;

/**
 * The GraphQL documents of the service itself: of REST, the pages and the dashboard. Each of them is compiled once.
 * Documents of strangers must not get here, because nothing is ever forgotten.
 */
export interface CompiledDocuments {
  /**
   * Compiles a document at its first use.
   *
   * @throws when it does not fit the schema
   */
  compile(text: string): CompiledDocument;
  /** Makes documents known, which are compiled when `find` first finds them. */
  add(texts: readonly string[]): void;
  /** Finds a document that was compiled or added, by its exact text. */
  find(text: string): CompiledDocument | undefined;
}

/**
 * Surrounds the execution of an operation, for example to measure it.
 *
 * @param name the name or the first field of an operation of the service itself; undefined for those of other clients
 * @param execute must be called once; it does not throw
 * @returns the result of `execute`
 */
export type AroundOperation = (
  name: string | undefined,
  execute: () => ReturnType<Execute>,
) => ReturnType<Execute>;

/**
 * @param schema executes the documents
 * @param around surrounds each execution
 */
export function createCompiledDocuments(schema: GraphQLSchema, around?: AroundOperation): CompiledDocuments {
  // Undefined until it is compiled.
  const documents = new Map<string, CompiledDocument | undefined>();

  function compileOnce(text: string): CompiledDocument {
    const document = documents.get(text) ?? surround(compileInProcess(schema, text), around);
    documents.set(text, document);
    return document;
  }

  return {
    compile: compileOnce,
    add(texts) {
      for (const text of texts) if (!documents.has(text)) documents.set(text, undefined);
    },
    find: (text) => (documents.has(text) ? compileOnce(text) : undefined),
  };
}

/** What has been compiled in this process: a second service in it has the same documents. */
const inProcess = new WeakMap<GraphQLSchema, Map<string, CompiledDocument>>();

function compileInProcess(schema: GraphQLSchema, text: string): CompiledDocument {
  const ofSchema = inProcess.get(schema) ?? new Map<string, CompiledDocument>();
  inProcess.set(schema, ofSchema);
  const document = ofSchema.get(text) ?? compile(schema, text);
  ofSchema.set(text, document);
  return document;
}

function compile(schema: GraphQLSchema, text: string): CompiledDocument {
  const document = parse(text);
  const [problem] = validate(schema, document);
  if (problem) throw new Error(`A document does not fit the schema: ${problem.message}\n${text}`);
  const operation = getOperationAST(document);
  const operationName = operation?.name?.value;
  if (operation?.operation === 'subscription') {
    return {
      document,
      operationName,
      execute: undefined,
      subscribe: async (contextValue, variables) =>
        subscribe({ schema, document, contextValue, variableValues: { ...variables } }),
    };
  }
  const query = compileQuery(schema, document);
  if (!isCompiledQuery(query)) throw new Error(`A document cannot be compiled:\n${text}`);
  return {
    document,
    operationName,
    execute: (context, variables) => query.query({}, context, variables) as ReturnType<Execute>,
  };
}

function surround(compiled: CompiledDocument, around: AroundOperation | undefined): CompiledDocument {
  const { document, execute, operationName } = compiled;
  if (!execute || !around) return compiled;
  const name = operationName ?? firstField(document);
  return { ...compiled, execute: (context, variables) => around(name, () => execute(context, variables)) };
}

/** Names an operation that has no name of its own. */
function firstField(document: DocumentNode): string {
  const [field] = getOperationAST(document)?.selectionSet.selections ?? [];
  return field?.kind === Kind.FIELD ? field.name.value : 'unnamed';
}
