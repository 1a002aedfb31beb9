import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Syntax = 'bash' | 'go' | 'java' | 'javascript' | 'python' | 'rust' | 'typescript';

/** A program in one language. The tests run it. */
export interface Example {
  readonly language: string;
  /** The name of the language for the highlighter. */
  readonly syntax: Syntax;
  readonly code: string;
}

const FOLDER = join(import.meta.dirname, '../../../examples');

/** The service's address in the files. */
export const PLACEHOLDER = 'https://bots.example';

/** In the order in which they are offered. */
const REQUEST_FILES = {
  curl: ['request.sh', 'bash'],
  JavaScript: ['request.mjs', 'javascript'],
  Python: ['request.py', 'python'],
  Go: ['request.go', 'go'],
} as const;
const RECEIVER_FILES = {
  TypeScript: ['typescript/receiver.ts', 'typescript'],
  Python: ['python/receiver.py', 'python'],
  Go: ['go/receiver.go', 'go'],
} as const;

/**
 * Reads how to send a request, in several languages.
 *
 * @param baseUrl the service's address, which replaces the placeholder
 */
export function requestExamples(endpoint: string, baseUrl: string): Example[] {
  return readExamples(`requests/${endpoint}`, REQUEST_FILES, baseUrl);
}

/** The request that opens the stream of votes. */
export const streamRequest = (baseUrl: string): string =>
  `curl --no-buffer -H "Authorization: $BOT_TOKEN" "${baseUrl}/api/v1/bots/$BOT_ID/votes/stream"`;

/** Reads whole programs that receive webhooks, in several languages. */
export function receiverExamples(): Example[] {
  return readExamples('receivers', RECEIVER_FILES);
}

function readExamples(
  folder: string,
  files: Readonly<Record<string, readonly [file: string, syntax: Syntax]>>,
  baseUrl = PLACEHOLDER,
): Example[] {
  return Object.entries(files).map(([language, [file, syntax]]) => ({
    language,
    syntax,
    code: readExample(join(folder, file), baseUrl),
  }));
}

/**
 * Reads one file.
 *
 * @param path below `examples/`
 * @param baseUrl the service's address, which replaces the placeholder
 */
export const readExample = (path: string, baseUrl: string): string =>
  readFileSync(join(FOLDER, path), 'utf8').trimEnd().replaceAll(PLACEHOLDER, baseUrl);

/** The example in a JSON Schema, as JSON or a text; undefined when it has none. */
export function exampleOf({ examples }: Readonly<Record<string, unknown>>): string | undefined {
  if (!Array.isArray(examples)) return undefined;
  return typeof examples[0] === 'string' ? examples[0].trimEnd() : JSON.stringify(examples[0], null, 2);
}
