import { z } from 'zod';
import type { Sender } from '../../net/sender.ts';
import { CaptchaError } from '../kernel/errors.ts';

/** A captcha provider with the protocol of Turnstile. */
export interface Captcha {
  /**
   * Checks a captcha token with the provider. A token is valid only once.
   *
   * @param address the client's address, for the provider
   * @throws {CaptchaError} when the token is invalid or the provider cannot check it
   */
  verify(token: string | null | undefined, address: string | undefined): Promise<void>;
}

const MAX_TOKEN_LENGTH = 2048;
const MAX_ANSWER_BYTES = 16 * 1024;
/** The timeout of the provider, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 5000;
/** Error codes that do not come from the token. */
const PROVIDER_PROBLEMS = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error']);

const answerShape = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });

/**
 * Makes the client of a captcha provider.
 *
 * @param onProblem called with a short reason when the provider cannot check tokens; votes are refused meanwhile
 */
export function createCaptcha(
  verifyUrl: string,
  secret: string,
  sender: Pick<Sender, 'read'>,
  onProblem: (reason: string) => void,
): Captcha {
  const ask = async (form: URLSearchParams) => {
    const outcome = await sender.read({
      method: 'POST',
      url: verifyUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: Buffer.from(form.toString()),
      maxBytes: MAX_ANSWER_BYTES,
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (outcome.kind === 'failure') return { success: false, problem: outcome.reason };
    const answer = answerShape.safeParse(parseJson(outcome.body));
    if (!answer.success) return { success: false, problem: `status ${outcome.status}` };
    return {
      success: answer.data.success,
      problem: answer.data['error-codes'].find((code) => PROVIDER_PROBLEMS.has(code)),
    };
  };

  return {
    async verify(token, address) {
      if (!token || token.length > MAX_TOKEN_LENGTH) throw notSolved();
      const form = new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) });
      const { success, problem } = await ask(form);
      if (success) return;
      if (problem === undefined) throw notSolved();
      onProblem(problem);
      throw new CaptchaError('captcha.notChecked');
    },
  };
}

function notSolved(): CaptchaError {
  return new CaptchaError('captcha.notSolved');
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}
