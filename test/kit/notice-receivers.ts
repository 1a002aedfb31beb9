import { type MailServer, startMailServer } from './mail-server.ts';
import { type PushService, startPushService } from './push-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Where the notices of users go in tests. */
export interface NoticeReceivers {
  readonly mails: MailServer;
  readonly pushes: PushService;
  /** For the webhooks of chats. */
  readonly receiver: Receiver;
  /** Forgets what has arrived, and accepts everything again. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a mail server, a push service with its browser, and a receiver for chats. */
export async function startNoticeReceivers(): Promise<NoticeReceivers> {
  const [mails, pushes, receiver] = [
    await startMailServer(),
    await startPushService(),
    await startReceiver(),
  ];
  return {
    mails,
    pushes,
    receiver,
    reset() {
      for (const { received } of [mails, pushes, receiver]) received.length = 0;
      Object.assign(mails, { answer: () => 250 });
      Object.assign(pushes, { status: 201 });
      Object.assign(receiver, { answer: () => 200 });
    },
    close: async () => void (await Promise.all([mails.close(), pushes.close(), receiver.close()])),
  };
}
