import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** The emails with their headers, as they came. */
  readonly received: { readonly to: string; readonly source: string }[];
  /** The status of the next responses to a receiver; 250 at first. */
  status: number;
  close(): Promise<void>;
}

/** Starts a mail server on loopback that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mail = { received: [] as MailServer['received'], status: 250 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) =>
      done(mail.status < 300 ? null : Object.assign(new Error('No.'), { responseCode: mail.status })),
    async onData(stream, { envelope }, done) {
      const source = Buffer.concat(await stream.toArray()).toString();
      mail.received.push({ to: envelope.rcptTo[0]?.address ?? '', source });
      done();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mail, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

/** The code in the email that asks for it. */
export const codeIn = (mail: MailServer['received'][number] | undefined): string =>
  /^Subject: (\d{6})/m.exec(mail?.source ?? '')?.[1] ?? '';
