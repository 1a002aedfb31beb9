import { onTestFinished } from 'vitest';
import { createSender, type Sender, type SenderOptions, type SendOutcome } from '../../../src/net/sender.ts';
import { type Certificate, makeCertificate } from './certificate.ts';

/** Trusts the loopback network, where all receivers of these tests live. */
export const loopback = ['127.0.0.0/8'];

/** A certificate for the names the tests use on loopback. */
export const certificate: Certificate = makeCertificate(['hooks.example.com', '*.example.com', '127.0.0.1']);

/** Closes something of a test when the test ends. */
export function use<Resource extends { close(): Promise<void> }>(resource: Resource): Resource {
  onTestFinished(() => resource.close());
  return resource;
}

export function openSender(options: Partial<SenderOptions> = {}): Sender {
  const resolve = async () => ['127.0.0.1'];
  const defaults = { trustedNetworks: loopback, resolve, timeoutMs: 2000, ca: certificate.cert };
  return use(createSender({ ...defaults, ...options }));
}

/** Posts a small body and returns the outcome. */
export function postTo(sender: Sender, url: string, signal?: AbortSignal): Promise<SendOutcome> {
  return sender.post({
    url,
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{}'),
    signal,
  });
}

/** The outcome in a word: the status of a reply, or the reason of a failure. */
export async function resultOf(outcome: Promise<SendOutcome>): Promise<number | string> {
  const settled = await outcome;
  return settled.kind === 'response' ? settled.status : settled.reason;
}
