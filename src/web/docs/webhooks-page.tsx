import type { VNode } from 'preact';
import { type DocsContext, SAMPLE_BOT, withCode } from './docs-page.tsx';
import { receiverExamples } from './examples.ts';

const DELIVERY = `POST /webhook HTTP/1.1
Content-Type: application/json
User-Agent: Listing-Webhook/1
Authorization: whsec_…
X-Webhook-Event: vote.create
X-Webhook-Delivery: 0199c3a2-5e0f-7d63-9a53-0a1f6c8f2b11
X-Webhook-Signature-256: sha256=6f1e…
webhook-id: 0199c3a2-5e0f-7d63-9a53-0a1f6c8f2b11
webhook-timestamp: 1769860800
webhook-signature: v1,K5oZ…

{"event":"vote.create","bot_id":"${SAMPLE_BOT}","user_id":"234567890123456789","voted_at":"2026-01-31T12:00:00.000Z"}`;

const HEADERS = [
  ['Authorization', 'The webhook’s secret, unchanged.'],
  [
    'X-Webhook-Event',
    '`vote.create` is the only event today. Respond to any other event with 2xx, and ignore it.',
  ],
  ['X-Webhook-Delivery', 'The ID of the delivery. It is the same in every attempt.'],
  [
    'X-Webhook-Signature-256',
    '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal. The key is the secret.',
  ],
  [
    'webhook-id, webhook-timestamp, webhook-signature',
    'The same delivery as Standard Webhooks signs it. Use these or the ones above.',
  ],
  [
    'X-Webhook-Test',
    '`true`, only in a test. Its body then has `"test":true` at its end, which the signature covers. Check the body, and do not reward the user.',
  ],
  [
    'traceparent',
    'In some requests: the trace of the vote (W3C Trace Context), for receivers that record traces.',
  ],
] as const;

const RULES = [
  [
    'Keep the raw body.',
    'The signature is over the exact bytes. JSON that was parsed and written again does not match.',
  ],
  [
    'Check the sender.',
    'Compare the secret and the signature in constant time. Respond with 401 if one is wrong.',
  ],
  [
    'Process each delivery once.',
    'The same vote can arrive again when your response was lost. Remember `X-Webhook-Delivery`, or `user_id` with `voted_at`.',
  ],
  ['Respond fast.', 'Send any 2xx status within 10 seconds, then do your work. Redirects count as failures.'],
] as const;

/** How to receive webhooks (section 6 of the contract), with complete programs that the tests run. */
export function WebhooksPage({ baseUrl, clients, code }: DocsContext): VNode {
  return (
    <>
      <h1>Webhooks</h1>
      <p class="lead">
        When a user votes for your bot, the service sends your server a request within moments.
      </p>
      <p>
        Set the URL of your receiver on the bot’s edit page. It must be a public <code>https</code> URL. Any
        port works, except ports of other protocols, such as 25 for mail and 5432 for databases. The page then
        shows the webhook’s secret once. There you can also send a test. It has your own user ID and is marked
        as a test, so that your receiver does not reward it.
      </p>
      <p>
        The page shows each delivery with its attempts, requests and responses, as they happen. Filter by a
        user ID to see whether a vote arrived. You can retry a delivery that waits, cancel it, and resend one
        that has ended. “Resend a time range” sends all deliveries of a period again, at a rate that you
        choose. They keep their <code>X-Webhook-Delivery</code>: reward each ID once.
      </p>
      <h2 id="delivery">The request</h2>
      {code.one(DELIVERY, 'http', 'delivery-example', 'A delivery')}
      <dl class="operations">
        {HEADERS.map(([name, meaning]) => (
          <div>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{withCode(meaning)}</dd>
          </div>
        ))}
      </dl>
      <h2 id="rules">What your receiver must do</h2>
      <ol>
        {RULES.map(([rule, reason]) => (
          <li>
            <strong>{rule}</strong> {withCode(reason)}
          </li>
        ))}
      </ol>
      <h2 id="programs">Example programs</h2>
      <p>
        These programs are complete and need only the language’s standard library. Each reads the secret from{' '}
        <code>WEBHOOK_SECRET</code> and the port from <code>PORT</code>. It listens on loopback: put it behind
        the server that has your certificate.
      </p>
      {code.inLanguages('receiver', receiverExamples())}
      <h2 id="standard">With a library of Standard Webhooks</h2>
      <p>
        The libraries of Standard Webhooks (<code>standardwebhooks.com</code>) verify deliveries with the
        secret as the page shows it, <code>whsec_</code> included. If your secret has a <code>-</code> or a{' '}
        <code>_</code> behind <code>whsec_</code>, or 43 characters there, it is an older one: write{' '}
        <code>+</code> for <code>-</code> and <code>/</code> for <code>_</code>, and append <code>=</code>. Or
        rotate it.
      </p>
      <h2 id="rotation">Change the secret without a break</h2>
      <ol>
        <li>Choose “Rotate in two steps” on the edit page. It shows the next secret.</li>
        <li>Let your receiver accept both secrets. Votes are still signed with the current one.</li>
        <li>
          Send a test. It is signed with the next secret. When it succeeds, the next secret takes over. You
          can also switch by hand, or cancel.
        </li>
        <li>Remove the previous secret from your receiver.</li>
      </ol>
      <h2 id="formats">Other formats</h2>
      <p>
        A webhook can also write a message into a channel of Discord or Slack, or send votes as top.gg does.
        The form on the edit page shows an example of each. These formats are not part of the API, and may
        follow changes of those services. Retries are the same.
      </p>
      <p>
        There are two formats for receivers of top.gg. Version 0 is for <code>@top-gg/sdk</code> 3: the secret
        is the <code>Authorization</code> header. Version 1 is for <code>@top-gg/sdk</code> 4: the secret
        signs each request in <code>x-topgg-signature</code>. Give it to the library as it is shown,{' '}
        <code>whsec_</code> included. Both also send <code>X-Webhook-Delivery</code>.
      </p>
      <h2 id="local">On your own machine</h2>
      <p>
        This site sends only to public <code>https</code> URLs. While you develop, let a tunnel give your
        receiver such a URL, and set that as your webhook. If you run the service itself, its README has a
        receiver to try with: <code>npm run receiver</code>.
      </p>
      <p>
        Without a tunnel, <code>listen</code> reads your votes and sends each to your receiver as the same
        signed request. <code>check-receiver</code> sends it valid and invalid requests, all marked as tests,
        and says what a good receiver does. The edit page has a button that does the same with your webhook. A
        receiver may verify the <code>Authorization</code> header, a signature, or both. If it passes all
        checks on the edit page, the webhook is verified.
      </p>
      {code.one(
        `export BOT_LISTING_URL=${baseUrl} BOT_ID=${SAMPLE_BOT} BOT_TOKEN=blt_… WEBHOOK_SECRET=whsec_…\n` +
          `npx --package=${clients.npm} bot-listing listen --forward http://localhost:4000/webhook\n` +
          `npx --package=${clients.npm} bot-listing check-receiver http://localhost:4000/webhook --secret "$WEBHOOK_SECRET"`,
        'bash',
        'local-listen',
        'Without a tunnel',
      )}
      <Failures />
    </>
  );
}

function Failures(): VNode {
  return (
    <>
      <h2 id="retries">When a delivery fails</h2>
      <p>
        An attempt fails on a status outside 2xx, on a failed connection, and on a timeout after 10 seconds.
        There are four retries: 1 minute, 5 minutes, 30 minutes and 2 hours after the previous attempt. After
        the fifth failure the delivery is marked as failed. Each attempt uses the current URL and secret, so
        you can correct them while a delivery waits for its retry.
      </p>
      <h2 id="troubles">What is wrong with my receiver?</h2>
      <p>
        The edit page says since when a receiver fails, the likely cause, and what to do. The bot's overview
        and your list of bots show it too. If a vote is not delivered, the notification names the cause.
      </p>
      <ul>
        <li>
          401 or 403: a framework parsed the body before the check, or the receiver has an old secret. Give it
          the current one and restart it.
        </li>
        <li>
          404 or 405: the path of the URL is wrong, or takes no <code>POST</code>. A redirect is not followed:
          set the URL to where it leads.
        </li>
        <li>
          A timeout: respond first, then do the work. 429: raise the limit of your proxy for this site. 5xx:
          your receiver failed, so look at its log.
        </li>
        <li>
          A certificate that has expired, is of another host, or misses its intermediate certificates: each
          has its own message. A refused connection: nothing listens on the port.
        </li>
        <li>
          The URL is refused: it must be <code>https</code>, on a public host, and not on a port of another
          protocol.
        </li>
        <li>
          Your receiver was down: the <a href="/docs#votes">vote log</a> has every vote. To ask about one
          user, send <a href="/docs#check">a check</a>.
        </li>
      </ul>
    </>
  );
}
