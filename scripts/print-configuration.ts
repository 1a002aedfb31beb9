import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { SECTIONS } from '../src/config/config.ts';
import { variableOf } from '../src/config/values.ts';

const INTRO = `# Configuration

<!-- Printed from src/config by "npm run docs:configuration". -->

Each setting is an environment variable. On a developer's machine none is needed. An empty variable counts as absent.
\`npx node --env-file=.env src/main.ts\` loads a file; [.env.example](../.env.example) is a start for one.

A process reads its settings once, when it starts: restart it after a change. Processes of one service have the same
settings. A secret belongs where only the service can read it.

\`–\` means: no default. More about single settings is below each table. How to use the settings together is
in [operating.md](operating.md).`;

const ENV_INTRO = `# Settings of the service, printed by "npm run docs:configuration". docs/configuration.md tells more about them.
# On a developer's machine none is needed: \`npm start\` then runs embedded parts.
# To load this file: npx node --env-file=.env src/main.ts`;

/** A setting as the documents show it. */
interface Shown extends z.GlobalMeta {
  readonly name: string;
  readonly fallback: string | undefined;
}

/** What a schema and the schemas that it wraps say about themselves; the outer one wins. */
function metaOf(schema: z.ZodType): z.GlobalMeta {
  const inner = 'unwrap' in schema ? metaOf((schema as z.ZodOptional<z.ZodType>).unwrap()) : {};
  return { ...inner, ...schema.meta() };
}

function shown(name: string, schema: z.ZodType): Shown {
  const meta = metaOf(schema);
  const value = schema.parse(undefined);
  const fallback = meta.usually ?? (typeof value === 'object' ? undefined : value?.toString());
  return { ...meta, name, fallback };
}

/**
 * The files of the repository that are made from the settings.
 *
 * @returns the content of each file, by its path from the root of the repository
 */
export function configurationFiles(): ReadonlyMap<string, string> {
  const sections = SECTIONS.map((section) => ({
    ...section.meta(),
    settings: Object.entries(section.shape).map(([name, schema]) =>
      shown(variableOf(name), schema as z.ZodType),
    ),
  }));
  const chapters = sections.map(({ title, intro, notes, settings }) => {
    const rows = settings.map(({ name, fallback, bounds, description, isSecret }) => {
      const form = [bounds, isSecret && 'secret'].filter(Boolean).join(', ') || '–';
      return `| \`${name}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${form} | ${description} |`;
    });
    const table = ['| Setting | Default | Bounds | Meaning |', '|---|---|---|---|', ...rows].join('\n');
    return [`## ${title}`, intro, table, notes?.trim()].filter((part) => part !== undefined).join('\n\n');
  });
  const examples = sections.map(({ title, settings }) => {
    const lines = settings.map(
      ({ name, description, example, fallback }) =>
        `# ${description?.replaceAll('`', '')}\n#${name}=${example ?? fallback ?? ''}`,
    );
    return [`# --- ${title} ---`, ...lines].join('\n');
  });
  return new Map([
    ['docs/configuration.md', `${[INTRO, ...chapters].join('\n\n')}\n`],
    ['.env.example', `${[ENV_INTRO, ...examples].join('\n\n')}\n`],
  ]);
}

if (import.meta.main) {
  for (const [path, content] of configurationFiles()) {
    writeFileSync(join(import.meta.dirname, '..', path), content);
  }
}
