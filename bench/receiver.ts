import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When the delivery of a vote arrived, in milliseconds of the clock that all processes of this machine share. */
export type Arrival = readonly [userId: string, at: number];

export const clock = () => Number(process.hrtime.bigint()) / 1e6;

/** The child process of `startReceiver`. `/hang` gets no response; any other path is the status of its response. */
function main(): void {
  let arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const at = clock();
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      arrivals.push([JSON.parse(body).user_id, at]);
      if (request.url !== '/hang') response.writeHead(Number(request.url?.slice(1))).end();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => {
    process.send?.(arrivals);
    arrivals = [];
  });
  process.on('disconnect', () => process.exit());
}

if (import.meta.main) main();
