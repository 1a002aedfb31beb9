import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse) => void;

export interface TestPlatform {
  /** What a service needs to look applications up here. */
  readonly environment: Record<string, string>;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** What is answered by path; 404 to the others. */
  readonly answers: Map<string, Answer>;
  /** Has an application, and its icon if it has one. */
  add(
    id: string,
    application: { name?: string; description?: string; icon?: string | null },
    icon?: Buffer,
  ): void;
  close(): Promise<void>;
}

export const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** The chat platform's public look-up, on loopback. */
export async function startPlatform(): Promise<TestPlatform> {
  const asked: string[] = [];
  const answers: TestPlatform['answers'] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    (answers.get(path) ?? json({ message: 'Unknown Application' }, 404))(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    answers,
    environment: {
      APPLICATION_LOOKUP_URL: `${base}/applications/{id}`,
      APPLICATION_ICON_URL: `${base}/icons/{id}/{icon}.png`,
    },
    add(id, { name = 'Application', description = '', icon = null }, image) {
      answers.set(`/applications/${id}`, json({ id, name, description, icon, more: true }));
      if (image) answers.set(`/icons/${id}/${icon}.png`, (response) => response.end(image));
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A PNG whose first chunk says this size, and whose last its end; padded, so that pictures of any weight can be had. */
export function png(width: number, height: number, bytes = 100): Buffer {
  const image = Buffer.alloc(bytes);
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  image.write('IHDR', 12, 'latin1');
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  image.write('IEND\xaeB`\x82', bytes - 8, 'latin1');
  return image;
}
