import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** A webhook receiver for trying things out: it checks each delivery as a bot should, and prints it. */
const values = readOptions();
const PORT = Number(values.port);
const STATUS = Number(values.status);
if (!Number.isInteger(STATUS) || STATUS < 200 || STATUS > 599)
  fail('--status takes a status of HTTP, 200 to 599.');
if (!Number.isInteger(PORT) || PORT < 0 || PORT > 65_535) fail('--port takes a port, 0 to 65535.');

const print = (line: string) => process.stdout.write(`${line}\n`);
function readOptions() {
  try {
    return parseArgs({
      options: {
        secret: { type: 'string' },
        port: { type: 'string', default: '4000' },
        status: { type: 'string', default: '200' },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
function sameBytes(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const delivery = request.headers['x-webhook-delivery'];
  const signature = String(request.headers['x-webhook-signature-256']);
  if (values.secret !== undefined) {
    const expected = `sha256=${createHmac('sha256', values.secret).update(body).digest('hex')}`;
    const isSigned = sameBytes(signature, expected);
    const isAuthorized = sameBytes(String(request.headers.authorization), values.secret);
    if (!isSigned || !isAuthorized) {
      const wrong = [
        ...(isSigned ? [] : ['X-Webhook-Signature-256']),
        ...(isAuthorized ? [] : ['Authorization']),
      ];
      print(`${delivery}  refused: wrong ${wrong.join(' and ')}`);
      response.writeHead(401).end();
      return;
    }
  }
  print(`${delivery}  ${body.toString()}  responded with ${values.status}`);
  response.writeHead(STATUS).end();
});
server.on('error', ({ message }) => fail(`${message}: choose another --port.`));
server.listen(PORT, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  print(`Listening at http://127.0.0.1:${port}/webhook`);
});
