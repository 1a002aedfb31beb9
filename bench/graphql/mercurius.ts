/** Fastify and Mercurius, which caches documents and compiles them with graphql-jit after their first use. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { schema } from '../../src/schema/index.ts';
import { openContexts } from './contexts.ts';

const contextOf = await openContexts();
const app = Fastify();
await app.register(mercurius, {
  schema,
  jit: 1,
  context: ({ headers }) => ({ ...contextOf(headers.cookie) }),
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
