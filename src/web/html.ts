import { html as template } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** `unknown` is missing on purpose: it is the type of a field that the schema does not have. */
type Value = string | number | boolean | object | null | undefined;

/** Markup as a tagged template. Every value is escaped. */
export const html = template as (strings: TemplateStringsArray, ...values: Value[]) => VNode;

/** @returns the markup of a part of a page */
export const renderPart = (part: VNode): string => renderToString(part);
