import { createServer, type ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { listenOnLoopback } from './loopback.ts';

type Answer = (response: ServerResponse) => void;

export interface TestPlatform {
  /** The variables of a service that looks applications up here. */
  readonly environment: Record<string, string>;
  /** The paths of the requests. */
  readonly asked: string[];
  /** The response by path; the others get 404. */
  readonly answers: Map<string, Answer>;
  /** Adds an application, and its icon if it has one. */
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

/** Starts the chat platform's public look-up on loopback. */
export async function startPlatform(): Promise<TestPlatform> {
  const asked: string[] = [];
  const answers: TestPlatform['answers'] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    (answers.get(path) ?? json({ message: 'Unknown Application' }, 404))(response);
  });
  const { origin: base, close } = await listenOnLoopback(server);
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
    close,
  };
}

/**
 * A black PNG.
 *
 * @param bytes its length, which zeros in a part without a meaning fill up; by default there is no such part
 */
export function png(width: number, height: number, bytes?: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey for each pixel.
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')];
  const missing = (bytes ?? 0) - Buffer.concat(parts).length;
  if (missing > 0) parts.splice(2, 0, chunk('fiLl', Buffer.alloc(missing - 12)));
  return Buffer.concat(parts);
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/**
 * A PNG with a header and an end, and nothing in between: it cannot be decoded.
 *
 * @param bytes its length, which zeros fill up
 */
export function emptyPng(width: number, height: number, bytes = 100): Buffer {
  const image = Buffer.alloc(bytes);
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  image.write('IHDR', 12, 'latin1');
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  image.write('IEND\xaeB`\x82', bytes - 8, 'latin1');
  return image;
}
