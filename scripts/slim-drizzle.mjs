// Runs after `npm ci`, on any Node. Node parses drizzle-orm's `exports` (178 kB) anew for each of its modules, which takes
// half a second of CPU at every start (docs/decisions/start-and-memory.md). What neither the service nor drizzle-kit
// imports is removed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const USED =
  /^\.(|\/package\.json|\/migrator|\/postgres-js(\/migrator)?|\/(pg|mysql|sqlite|singlestore|gel)-core|\/relations|\/casing|\/version)$/;

const path = new URL('../node_modules/drizzle-orm/package.json', import.meta.url);
const description = JSON.parse(readFileSync(path, 'utf8'));
const used = Object.entries(description.exports).filter(([name]) => USED.test(name));
description.exports = Object.fromEntries(used);
// A new file: the old one may be a link into a cache that others share.
rmSync(path);
writeFileSync(path, `${JSON.stringify(description, null, 2)}\n`);
