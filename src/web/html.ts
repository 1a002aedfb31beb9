import { html as template } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** No `unknown`: gql.tada gives that type to a field that does not exist, and it must not compile. */
type Value = string | number | boolean | object | null | undefined;

/** Markup as a tagged template. Every value is escaped. */
export const html = template as (strings: TemplateStringsArray, ...values: Value[]) => VNode;

/** @returns the markup of a part of a page */
export const renderPart = (part: VNode): string => renderToString(part);
