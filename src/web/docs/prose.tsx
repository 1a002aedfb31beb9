import type { VNode } from 'preact';

/** Turns text between backticks into code. */
export function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>));
}
