/** A browser without scripts. It keeps cookies, and follows redirects only with `follow`. */
export interface Browser {
  /** Sends one request, and follows no redirect. */
  ask(
    url: string,
    asked?: { headers?: Record<string, string>; form?: Record<string, string> },
  ): Promise<Visited>;
  /** Sends a request and follows the redirects, up to the first address that `stop` accepts. */
  follow(url: string, stop?: (url: string) => boolean): Promise<Visited>;
  /** Cookies of a site, by their names. */
  cookies(url: string): Map<string, string>;
}

export interface Visited {
  /** The address of the response; after a stop, the address that got no request. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** @param sites the real address of a site, by its origin */
export function createBrowser(sites: Record<string, string>): Browser {
  const jars = new Map<string, Map<string, string>>();
  const cookies = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  const ask: Browser['ask'] = async (url, { headers = {}, form } = {}) => {
    const { origin } = new URL(url);
    const jar = cookies(url);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch((sites[origin] ?? origin) + url.slice(origin.length), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const ended = /max-age=0|expires=thu, 01 jan 1970/i.test(line);
      if (ended) jar.delete(name);
      else jar.set(name, value);
    }
    return { url, status: response.status, headers: response.headers, html: await response.text() };
  };

  return {
    ask,
    cookies,
    async follow(url, stop = () => false) {
      let visited = await ask(url);
      for (let steps = 0; visited.status >= 301 && visited.status <= 303; steps++) {
        if (steps === 20) throw new Error('The redirects do not end.');
        const next = new URL(visited.headers.get('location') ?? '', visited.url).href;
        if (stop(next)) return { ...visited, url: next };
        visited = await ask(next);
      }
      return visited;
    },
  };
}
