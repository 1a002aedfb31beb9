import { request } from 'node:http';

/** Sends a request as it is: any path, any header, a body in pieces. */
export function send(
  base: string,
  method: string,
  path: string,
  {
    headers = {},
    pieces = [],
  }: { headers?: Record<string, string>; pieces?: readonly (string | Uint8Array)[] } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ hostname, port, method, path, headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(parts).toString(),
      });
    });
    sent.on('error', reject);
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });
}
