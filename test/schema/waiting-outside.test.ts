import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REACHING } from '../../src/http/admission/outside.ts';
import { schema } from '../../src/schema/index.ts';

/*
 * Which root fields may wait for another server, found in the source: those whose resolver leads, from function to
 * function, to a call of a service that reaches other servers. All such calls wait in the lane of
 * `src/http/admission/outside.ts`. A field that joins the list needs a rate limit, since each call sends a request.
 */
const WAITING = [
  'Mutation.addEmailChannel',
  'Mutation.addPushChannel',
  'Mutation.addWebhookChannel',
  'Mutation.castVote',
  'Mutation.changeWebhook',
  'Mutation.checkLinks',
  'Mutation.checkReceiver',
  'Mutation.confirmSite',
  'Mutation.editListing',
  'Mutation.removeAvatar',
  'Mutation.setWebhook',
  'Mutation.submitListing',
  'Mutation.testNoticeChannel',
  'Query.applicationPreview',
];

/** A declaration at the top of a file, with what it names. */
interface Part {
  readonly file: string;
  readonly text: string;
}

const SOURCE = resolve(import.meta.dirname, '../../src');
const REACHES = new RegExp(
  [...REACHING].map((name) => `\\b${String(name)}(?:\\?)?(?:\\.\\w+)?\\(`).join('|'),
);
const DECLARED = /^(?:export )?(?:async )?(?:function\*? |const |class |interface |type |enum )(\w+)/;
const ROOT_FIELD = /^(?:builder\.(query)Field|builder\.mutationField|by\w+)\(\s*'(\w+)'/;

/** The parts of the domain and the schema, by file and name. A root field has the name of its type, too. */
function readParts(): { parts: Map<string, Part>; imports: Map<string, Map<string, string>> } {
  const parts = new Map<string, Part>();
  const imports = new Map<string, Map<string, string>>();
  for (const path of globSync('{domain,schema}/**/*.ts', { cwd: SOURCE })) {
    const file = join(SOURCE, path);
    const text = readFileSync(file, 'utf8');
    const imported = new Map<string, string>();
    for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)) {
      for (const item of names.split(',').map((name) => name.trim())) {
        const [name = '', alias = name] = item.split(' as ');
        if (name && !name.startsWith('type ')) imported.set(alias, `${join(dirname(file), from)} ${name}`);
      }
    }
    imports.set(file, imported);
    let key: string | undefined;
    for (const chunk of text.split(/\n(?=\S)/)) {
      const [, kind, field] = ROOT_FIELD.exec(chunk) ?? [];
      const name = field ? `${kind ? 'Query' : 'Mutation'}.${field}` : DECLARED.exec(chunk)?.[1];
      if (name) key = `${file} ${name}`;
      // The end of a declaration begins a line, too: `): Promise<void> {`, with the body after it.
      if (key) parts.set(key, { file, text: name ? chunk : `${parts.get(key)?.text}\n${chunk}` });
    }
  }
  return { parts, imports };
}

/** The code of a part, and of all that it leads to. */
function* codeFrom(start: string, { parts, imports }: ReturnType<typeof readParts>): Generator<string> {
  const open = [start];
  const seen = new Set(open);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const part = parts.get(key);
    if (!part) continue;
    const code = part.text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
    yield code;
    for (const word of code.match(/\b\w+\b/g) ?? []) {
      const target = imports.get(part.file)?.get(word) ?? `${part.file} ${word}`;
      if (seen.has(target)) continue;
      seen.add(target);
      open.push(target);
    }
  }
}

test('The root fields that may wait for another server are those of this list', () => {
  const source = readParts();
  const fields = new Map(
    [...source.parts.keys()].flatMap((key) => {
      const [field] = /(?:Query|Mutation)\.\w+$/.exec(key) ?? [];
      return field ? [[field, key]] : [];
    }),
  );
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  // Relay's plugin has this one. It reads listings by their ids.
  expect(all.filter((field) => !fields.has(field))).toEqual(['Query.node']);
  const waiting = [...fields].filter(([, key]) =>
    [...codeFrom(key, source)].some((code) => REACHES.test(code)),
  );
  expect(waiting.map(([field]) => field).sort()).toEqual(WAITING);
});
