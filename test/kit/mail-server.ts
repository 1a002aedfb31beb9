import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

type Step = 'connection' | 'sender' | 'receiver' | 'content';

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** The emails with their headers, as they came. */
  readonly received: { readonly to: string; readonly source: string }[];
  /** The status of the response to a receiver; 250 at first. */
  answer: (to: string) => number;
  /** How late the response to a step is, in milliseconds; 0 at first. */
  lateMs: (step: Step) => number;
  /** The most connections that there were at once. */
  readonly mostConnections: number;
  openConnections(): number;
  close(): Promise<void>;
}

/** Starts a mail server on loopback that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mail = {
    received: [] as MailServer['received'],
    answer: (() => 250) as MailServer['answer'],
    lateMs: (() => 0) as MailServer['lateMs'],
    mostConnections: 0,
  };
  const respond = async (step: Step, done: (error?: Error | null) => void, error?: Error) => {
    await delay(mail.lateMs(step));
    done(error);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_, done) {
      mail.mostConnections = Math.max(mail.mostConnections, server.connections.size);
      respond('connection', done);
    },
    onMailFrom: (_, __, done) => void respond('sender', done),
    onRcptTo({ address }, _, done) {
      const responseCode = mail.answer(address);
      const error = Object.assign(new Error('No.'), { responseCode });
      respond('receiver', done, responseCode < 300 ? undefined : error);
    },
    async onData(stream, { envelope }, done) {
      const source = Buffer.concat(await stream.toArray()).toString();
      mail.received.push({ to: envelope.rcptTo[0]?.address ?? '', source });
      respond('content', done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mail, {
    openConnections: () => server.connections.size,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

/** The code in the email that asks for it. */
export const codeIn = (mail: MailServer['received'][number] | undefined): string =>
  /^Subject: (\d{6})/m.exec(mail?.source ?? '')?.[1] ?? '';
