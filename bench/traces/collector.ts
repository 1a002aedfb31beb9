import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector of traces that reads spans and keeps nothing, as a child process. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
