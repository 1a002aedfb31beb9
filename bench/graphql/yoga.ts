/** GraphQL Yoga as its documentation sets it up. It caches parsed and validated documents. */
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { schema } from '../../src/schema/index.ts';
import { openContexts } from './contexts.ts';

const contextOf = await openContexts();
const yoga = createYoga({ schema, context: ({ request }) => contextOf(request.headers.get('cookie')) });
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
