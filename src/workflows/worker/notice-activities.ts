import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { giveUpSending, type Sending, sendNotice } from '../../domain/notices/send.ts';
import type { WithWays } from '../../domain/notices/ways.ts';

export interface NoticeActivities {
  /**
   * Sends a notice by a channel.
   *
   * @throws when it did not arrive and may arrive later
   */
  sendByChannel(sending: Sending): Promise<void>;
  /** Records that the last attempt has failed. */
  giveUp(sending: Sending): Promise<void>;
}

/** The longest wait that a receiver can ask for, in seconds. All attempts then still end within three hours. */
const LONGEST_WAIT_SECONDS = 5 * 60;

export function createNoticeActivities(services: WithWays): NoticeActivities {
  return {
    async sendByChannel(sending) {
      const sent = await sendNotice(services, sending);
      if (sent.failure === undefined || sent.isFinal) return;
      const { retryAfterSeconds = 0 } = sent;
      throw ApplicationFailure.create({
        message: 'The receiver could not be reached, or wants the notice later.',
        type: 'ReceiverUnavailable',
        category: ApplicationFailureCategory.BENIGN,
        ...(retryAfterSeconds > 0 && {
          nextRetryDelay: Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS) * 1000,
        }),
      });
    },
    giveUp: (sending) => giveUpSending(services, sending),
  };
}
