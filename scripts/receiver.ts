import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

/** A webhook receiver for trying things out: it checks each delivery as a bot should, and prints it. */
const { values } = parseArgs({
  options: {
    secret: { type: 'string' },
    port: { type: 'string', default: '4000' },
    status: { type: 'string', default: '200' },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
function sameBytes(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const delivery = request.headers['x-webhook-delivery'];
  const signature = String(request.headers['x-webhook-signature-256']);
  if (values.secret !== undefined) {
    const expected = `sha256=${createHmac('sha256', values.secret).update(body).digest('hex')}`;
    if (!sameBytes(signature, expected) || request.headers.authorization !== values.secret) {
      print(`${delivery}  refused: neither the signature nor the secret is right`);
      response.writeHead(401).end();
      return;
    }
  }
  print(`${delivery}  ${body.toString()}  answered with ${values.status}`);
  response.writeHead(Number(values.status)).end();
}).listen(Number(values.port), '127.0.0.1', () =>
  print(`Listening at http://127.0.0.1:${values.port}/webhook`),
);
