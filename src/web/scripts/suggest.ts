import { all } from './dom.ts';
import { suggest } from './suggestions.ts';

for (const field of all<HTMLInputElement>('input[data-suggest]:not([role])')) suggest(field);
