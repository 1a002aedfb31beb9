import type { Transporter } from 'nodemailer';

/** An email in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Names it, with the angle brackets. Mailboxes show two with the same id once. */
  readonly messageId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Gives emails to the mail server of the operator. */
export interface Mailer {
  /**
   * Never rejects for what the server does.
   *
   * @param limitMs how long it may take, in milliseconds: {@link MAIL_MS} when it is left out
   * @returns `refused` when the server refuses this email for good, `unavailable` when it may take it later
   */
  send(mail: Mail, limitMs?: number): Promise<'sent' | 'refused' | 'unavailable'>;
}

/**
 * How long an email may take in all, in milliseconds: then its connection ends, and its sender tries again. A step has
 * no time of its own, because a server that looks for spam may answer late that it has taken the email.
 */
export const MAIL_MS = 30_000;
/** A server that is away is noticed sooner. */
const CONNECT_MS = 8000;

/**
 * @param url of the server, such as `smtps://user:password@mail.example.com`
 * @param from the sender's address
 * @param onUnavailable learns why the server did not take an email that it may take later
 * @param limitMs replaces {@link MAIL_MS} in tests
 */
export function createMailer(
  url: string,
  from: string,
  onUnavailable: (error: unknown) => void,
  limitMs = MAIL_MS,
): Mailer {
  // Loaded by the first email: processes that send none need not hold it.
  let transport: Transporter | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const options = {
      url,
      connectionTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    return createTransport(options, { from });
  };
  return {
    async send(mail, ownLimitMs = limitMs) {
      try {
        transport ??= await open();
        await transport.sendMail({
          ...mail,
          headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(ownLimitMs),
        });
        return 'sent';
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        onUnavailable(error);
        return 'unavailable';
      }
    },
  };
}

/** Whether the server has refused the receiver or the content for good. A refused password is no such refusal. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}
