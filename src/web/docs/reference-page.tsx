import type { VNode } from 'preact';
import { FAILURES, parametersOf } from '../../rest/openapi.ts';
import { routes } from '../../rest/routes.ts';
import { type DocsContext, SAMPLE_BOT, withCode } from './docs-page.tsx';
import { exampleOf, requestExamples, streamRequest } from './examples.ts';

type Operation = (typeof routes)[number];
type Schema = Operation['docs']['response'];

/**
 * The REST reference, as the OpenAPI description has it. Where scripts run, each operation has a form that sends it. The
 * forms begin with the id of the bot in all examples.
 */
export function ReferencePage(context: DocsContext): VNode {
  return (
    <>
      <h1>REST reference</h1>
      <p>
        Every operation with its parameters, responses and an example. It is generated from the{' '}
        <a href="/api/openapi.json">OpenAPI description</a>. The <a href="/docs">introduction</a> describes
        tokens and limits.
      </p>
      <noscript>
        <p role="note">With JavaScript you can also send requests from this page.</p>
      </noscript>
      <details class="try-form" open>
        <summary>Your API token</summary>
        <div class="stack">
          <label for="token">API token for your requests</label>
          <input
            id="token"
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="token-hint"
          />
          <span id="token-hint" class="note">
            “Try it” sends real requests, which change the listing. The token is kept only until you leave
            this page.
          </span>
        </div>
      </details>
      {routes.map((route) => (
        <OperationSection route={route} context={context} />
      ))}
    </>
  );
}

function OperationSection(props: { readonly route: Operation; readonly context: DocsContext }): VNode {
  const { route, context } = props;
  const { baseUrl, code } = context;
  const { method, path, operationId, docs } = route;
  const { request } = docs;
  const response = exampleOf(docs.response);
  const show = (text: string, syntax: 'bash' | 'json', kind: string) =>
    code.one(text, syntax, `${operationId}-${kind}`, `${docs.summary}: example ${kind}`);
  return (
    <section aria-labelledby={operationId}>
      <h2 id={operationId}>{docs.summary}</h2>
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      <p>
        {docs.failures.includes(401) ? withCode('With the token in the header `Authorization`. ') : null}
        {docs.description}
      </p>
      <MembersTable label={docs.summary} heading="Parameter" rows={parametersOf(route).map(parameterRow)} />
      {typeof request?.description === 'string' ? <p>{request.description}</p> : null}
      {request === undefined ? null : (
        <MembersTable label={docs.summary} heading="Body" rows={membersOf(request)} />
      )}
      {show(requestOf(route, baseUrl), 'bash', 'request')}
      <TryForm {...route} />
      <MembersTable
        label={docs.summary}
        heading="Response"
        rows={docs.contentType === undefined ? membersOf(docs.response) : []}
      />
      {response === undefined
        ? null
        : show(response, docs.contentType === undefined ? 'json' : 'bash', 'response')}
      <dl class="causes status-list">
        <div>
          <dt>200</dt>
          <dd>Success, as {docs.contentType ?? 'application/json'}.</dd>
        </div>
        {docs.failures.map((status) => (
          <div>
            <dt>{status}</dt>
            <dd>{withCode(FAILURES[status] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A form that sends the request from the page. The stream of votes has none: it does not end. */
function TryForm(route: Operation): VNode | null {
  const { method, path, docs } = route;
  if (docs.contentType === 'text/event-stream') return null;
  const body = docs.request && exampleOf(docs.request);
  return (
    <details class="try-form">
      <summary>
        Try it<span class="sr-only">: {docs.summary}</span>
      </summary>
      <form
        class="stack"
        data-method={method}
        data-path={path}
        data-token={docs.failures.includes(401) ? '' : undefined}
      >
        {parametersOf(route).map(({ name, in: place, required, schema }) => (
          <label>
            {name}
            <input
              name={name}
              data-in={place}
              required={required}
              value={name === 'id' ? SAMPLE_BOT : undefined}
              placeholder={schema.default === undefined ? undefined : String(schema.default)}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
        ))}
        {body === undefined ? null : (
          <label>
            Body
            <textarea name="body" rows={body.split('\n').length + 1} spellcheck={false}>
              {body}
            </textarea>
          </label>
        )}
        <button class="button" type="submit">
          Send
        </button>
        <p role="status" />
        {/* biome-ignore lint/a11y/useSemanticElements: a section has no white space of its own */}
        <pre hidden tabindex={0} role="region" aria-label={`${docs.summary}: your response`} />
      </form>
    </details>
  );
}

/** A parameter or a member: its name, its type, and what it means. */
type Row = readonly [name: string, type: string, about: string];

interface Members {
  /** Of the operation: a table that scrolls is a region, which needs a name of its own. */
  readonly label: string;
  readonly heading: string;
  readonly rows: readonly Row[];
}

function MembersTable({ label, heading, rows }: Members): VNode | null {
  if (rows.length === 0) return null;
  const isExplained = rows.some(([, , about]) => about !== '');
  return (
    <section class="scroll" tabindex={0} aria-label={`${label}: ${heading}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">Type</th>
            {isExplained ? <th scope="col">Meaning</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, type, about]) => (
            <tr>
              <td>
                <code>{name}</code>
              </td>
              <td>{type}</td>
              {isExplained ? <td>{withCode(about)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const parameterRow = (parameter: ReturnType<typeof parametersOf>[number]): Row => [
  parameter.name,
  typeOf(parameter.schema),
  [parameter.required ? 'Required.' : 'Optional.', parameter.description].join(' '),
];

/** The members of an object and of the objects in it, such as `commands[].name`. */
function membersOf(schema: Schema, before = ''): readonly Row[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) => {
    const path = before + name;
    const about = typeof member.description === 'string' ? member.description : '';
    const items = member.items as Schema | undefined;
    return [[path, typeOf(member), about] as const, ...(items ? membersOf(items, `${path}[].`) : [])];
  });
}

/** The type of a value with its limits, such as "integer, 1 to 1000, default 100". */
function typeOf(schema: Schema): string {
  const { type, anyOf, minimum, maximum, minLength, maxLength, maxItems, default: usual } = schema;
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ');
  const facts = [
    Array.isArray(schema.enum) ? schema.enum.join(' or ') : type,
    minimum === undefined
      ? undefined
      : maximum === undefined
        ? `at least ${minimum}`
        : `${minimum} to ${maximum}`,
    maxLength === undefined ? undefined : `${minLength} to ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems} entries`,
    usual === undefined ? undefined : `default ${usual}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(', ');
}

/** The request in curl: with a token as the introduction has it, otherwise by its address alone. */
function requestOf({ path, docs }: Operation, baseUrl: string): string {
  if (docs.contentType === 'text/event-stream') return streamRequest(baseUrl);
  const name = path.split('/').at(-1) ?? '';
  const [curl] = docs.failures.includes(401) ? requestExamples(name, baseUrl) : [];
  return curl?.code ?? `curl --fail-with-body "${baseUrl}${path.replace('{id}', SAMPLE_BOT)}"`;
}
