import type { VNode } from 'preact';
import { html } from '../html.ts';
import { Code, Examples, receiverExamples } from './examples.ts';

const DELIVERY = `POST /webhook HTTP/1.1
Content-Type: application/json
User-Agent: Listing-Webhook/1
Authorization: whsec_…
X-Webhook-Event: vote.create
X-Webhook-Delivery: 0199c3a2-5e0f-7d63-9a53-0a1f6c8f2b11
X-Webhook-Signature-256: sha256=6f1e…

{"event":"vote.create","bot_id":"123456789012345678","user_id":"234567890123456789","voted_at":"2026-01-31T12:00:00.000Z"}`;

/** How to take webhooks (section 6 of the contract), with whole programs that the tests run. */
export function WebhooksPage(): VNode {
  return html`
    <h1>Webhooks</h1>
    <p class="lead">When a user votes for your bot, the service tells your server within moments.</p>
    <p>
      On the bot’s edit page set the address of your receiver: <code>https</code> on a public host, on 443 or any other port that is not
      known for another protocol, as 25 is for mail and 5432 for a database. The secret is made with it, and shown once. From there you
      can also send a test, which looks like a vote of yours and is none, see the last ten attempts with what they were answered, and
      send a failed delivery again.
    </p>

    <h2 id="delivery">What arrives</h2>
    ${Code(DELIVERY, 'delivery-example', 'A delivery')}
    <dl class="operations">
      <div>
        <dt><code>Authorization</code></dt>
        <dd>The webhook’s secret, as it is.</dd>
      </div>
      <div>
        <dt><code>X-Webhook-Event</code></dt>
        <dd><code>vote.create</code> is the only event today. Switch on it, and answer any other with 2xx.</dd>
      </div>
      <div>
        <dt><code>X-Webhook-Delivery</code></dt>
        <dd>Identifies the delivery, the same in every attempt.</dd>
      </div>
      <div>
        <dt><code>X-Webhook-Signature-256</code></dt>
        <dd><code>sha256=</code> and the HMAC-SHA256 of the raw body in hexadecimal, keyed with the secret.</dd>
      </div>
    </dl>

    <h2 id="rules">What a receiver does</h2>
    <ol>
      <li>
        <strong>It keeps the raw body.</strong> The signature is of the bytes as they came: JSON that was parsed and written again does
        not match.
      </li>
      <li>
        <strong>It checks who sends,</strong> by the signature and the secret, and compares both in constant time. Whatever fails is
        answered with 401.
      </li>
      <li>
        <strong>It takes each delivery once.</strong> The same vote can arrive more than once, when an answer was lost on its way:
        remember <code>X-Webhook-Delivery</code>, or <code>user_id</code> with <code>voted_at</code>.
      </li>
      <li>
        <strong>It answers fast:</strong> any 2xx within 10 seconds, before the work that a vote causes. Redirects are not followed and
        count as failures.
      </li>
    </ol>

    <h2 id="programs">Programs</h2>
    <p>
      Complete, and with nothing but the language’s standard library. Each takes the secret from <code>WEBHOOK_SECRET</code> and the
      port from <code>PORT</code>, and listens on loopback, behind the server that holds your certificate.
    </p>
    ${Examples('receiver', receiverExamples())}

    <h2 id="retries">When a delivery fails</h2>
    <p>
      A status outside 2xx, a failed connection and 10 seconds of silence are failures. Four more attempts follow, 1 minute, 5 minutes,
      30 minutes and 2 hours after the one before; after the fifth failure the delivery is marked as failed. Each attempt uses the
      address and the secret that are set at that moment, so correcting them heals what still waits.
    </p>
    <h2 id="troubles">If nothing arrives</h2>
    <ul>
      <li>The edit page shows the last ten attempts, each with the status that came back.</li>
      <li>
        401 from your own receiver is mostly a body that a framework parsed before it was checked, or the secret of an earlier webhook.
      </li>
      <li>
        An address that is loopback or private, not <code>https</code>, or on a port of another protocol, is refused when it is set.
      </li>
      <li>
        What was missed is in the <a href="/docs#votes">log of votes</a>, and <a href="/docs#check">a check</a> tells about one user at any
        time: a webhook is news, the log is the truth.
      </li>
    </ul>
  `;
}
