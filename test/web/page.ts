import type { TestService } from '../support/service.ts';

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a reader sees: without markup, with entities read, white space folded. */
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly cookie?: string;
  /** Sent as a browser sends a form. */
  readonly form?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** Asks for a page as a browser does, without following redirects. */
export async function visit(service: TestService, path: string, asked: Asked = {}): Promise<Shown> {
  const response = await fetch(service.url + path, {
    method: asked.method ?? (asked.form ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: { ...(asked.cookie && { cookie: asked.cookie }), ...asked.headers },
    ...(asked.form && { body: new URLSearchParams(asked.form) }),
  });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: textOf(html) };
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}
