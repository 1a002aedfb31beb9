import type { VNode } from 'preact';
import type { messages } from '../words/messages.ts';
import type { CodeSamples } from './code-samples.tsx';

/** What the pages for developers are made from. */
export interface DocsContext {
  /** The public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly code: CodeSamples;
}

/** A page for developers. */
export interface DocsPage {
  readonly path: string;
  /** In the language of the page around it. */
  readonly title: () => string;
  /** The heading in the side navigation under which its link stands. */
  readonly group: keyof typeof messages.docs.groups;
  readonly render: (context: DocsContext) => VNode;
  /** Whether readers send requests from it, with Swagger UI. */
  readonly triesOut?: boolean;
}

/** The bot in all examples. An owner sees an id of their own in its place. */
export const SAMPLE_BOT = '123456789012345678';
