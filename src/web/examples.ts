import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program in one language. The tests run it. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

const FOLDER = join(import.meta.dirname, '../../examples');

/** The service's address in the files. */
export const PLACEHOLDER = 'https://bots.example';

const REQUEST_FILES = {
  curl: 'request.sh',
  JavaScript: 'request.mjs',
  Python: 'request.py',
  Go: 'request.go',
};
const RECEIVER_FILES = {
  TypeScript: 'typescript/receiver.ts',
  Python: 'python/receiver.py',
  Go: 'go/receiver.go',
};

/**
 * Reads how to send a request, in several languages.
 *
 * @param baseUrl the service's address, which replaces the placeholder
 */
export function requestExamples(endpoint: string, baseUrl: string): Example[] {
  return readExamples(`requests/${endpoint}`, REQUEST_FILES).map(({ language, code }) => ({
    language,
    code: code.replaceAll(PLACEHOLDER, baseUrl),
  }));
}

/** Reads whole programs that receive webhooks, in several languages. */
export function receiverExamples(): Example[] {
  return readExamples('receivers', RECEIVER_FILES);
}

function readExamples(folder: string, files: Record<string, string>): Example[] {
  return Object.entries(files).map(([language, file]) => ({
    language,
    code: readFileSync(join(FOLDER, folder, file), 'utf8').trimEnd(),
  }));
}
