import { context, type Tracer, trace } from '@opentelemetry/api';
import type { ExecutionResult } from 'graphql';
import type { AroundOperation } from '../../documents/compiled.ts';
import { errorType, fail, recordedSpan } from './span.ts';

/** Makes a span for each GraphQL operation. Documents and variables are not exported, nor names of other clients. */
export function traceOperations(tracer: Tracer): AroundOperation {
  return (name, execute) => {
    if (!recordedSpan()) return execute();
    const span = tracer.startSpan(name === undefined ? 'GraphQL' : `GraphQL ${name}`);
    if (name !== undefined) span.setAttribute('graphql.operation.name', name);
    const end = (result: ExecutionResult) => {
      const [error] = result.errors ?? [];
      if (error) fail(span, errorType(error.originalError ?? error));
      span.end();
      return result;
    };
    const result = context.with(trace.setSpan(context.active(), span), execute);
    return result instanceof Promise ? result.then(end) : end(result);
  };
}
