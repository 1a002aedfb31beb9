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
   * @returns `refused` when the server refuses this email for good, `unavailable` when it may take it later
   */
  send(mail: Mail): Promise<'sent' | 'refused' | 'unavailable'>;
}

/** An email that takes longer is tried again by its sender. */
const PATIENCE_MS = 8000;

/**
 * @param url of the server, such as `smtps://user:password@mail.example.com`
 * @param from the sender's address
 * @param onUnavailable learns why the server did not take an email that it may take later
 */
export function createMailer(url: string, from: string, onUnavailable: (error: unknown) => void): Mailer {
  // Loaded by the first email: processes that send none need not hold it.
  let transport: Transporter | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const options = {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      dnsTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    return createTransport(options, { from });
  };
  return {
    async send(mail) {
      try {
        transport ??= await open();
        await transport.sendMail({
          ...mail,
          headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
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
