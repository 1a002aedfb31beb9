/** A bare `node:http` server that sends constant bytes: the ceiling of one Node process on this machine. */
import { createServer } from 'node:http';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };
const CHECK = Buffer.from('{"voted":0,"hasVoted":false,"votedAt":null,"nextVoteAt":null}');
const STATS = Buffer.from('{"success":true,"server_count":1000}');

createServer((request, response) => {
  if (request.method === 'GET') return void response.writeHead(200, HEADERS).end(CHECK);
  request.resume().on('end', () => response.writeHead(200, HEADERS).end(STATS));
}).listen(Number(process.env.PORT), '127.0.0.1');
