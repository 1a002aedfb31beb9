/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capital letters. */
  readonly name: string;
  /** What follows the name, on one line. */
  readonly rest: string;
  /** The same, word by word, without quotes. */
  readonly words: readonly string[];
  readonly line: string;
}

/** Reads a Dockerfile without heredocs and without variables in its instructions. */
export function readInstructions(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const words = [...rest.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));
    return { name: name.toUpperCase(), rest, words, line };
  });
}
