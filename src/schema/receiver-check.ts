import {
  checkReceiver,
  type ReceiverCheck,
  type ReceiverCheckName,
} from '../domain/delivery/check-receiver.ts';
import { DELIVERY_BUDGETS } from '../limits/budget.ts';
import { enumOf } from './builder.ts';
import { orNull, record } from './record.ts';
import { byManagers } from './shapes.ts';

const ReceiverCheckNameRef = enumOf<ReceiverCheckName>(
  'ReceiverCheckName',
  'What a receiver is asked. A good one accepts the first three with a 2xx status and refuses the others.',
  {
    right: 'A right delivery.',
    repeated: 'The same delivery again.',
    unknown_event: 'An event of a kind that does not exist yet.',
    wrong_authorization: 'A delivery with a wrong `Authorization` header and no signature.',
    wrong_signature: 'A delivery from somebody with another secret: `Authorization` and signature are wrong.',
    changed_body: 'A delivery whose body was changed after it was signed, without an `Authorization` header.',
    old: 'A delivery that was recorded an hour ago, with its signature of Standard Webhooks only.',
  },
);

const ReceiverCheckRef = record<ReceiverCheck>('ReceiverCheck')('How a receiver took a request.', {
  name: [ReceiverCheckNameRef, 'What it was asked.'],
  isPassed: ['Boolean', 'Whether it did what a good receiver does.'],
  statusCode: [orNull('Int'), 'The status of its response. Null without a response.'],
  failure: [orNull('String'), 'The reason why there was no response, as one word. Null when there was one.'],
});

byManagers('checkReceiver', {
  type: record<{ checks: ReceiverCheck[] }>('CheckReceiverPayload')('The receiver was checked.', {
    checks: [
      [ReceiverCheckRef],
      'The checks in their order. They end with one without a response, at the latest after 11 seconds.',
    ],
  }),
  description:
    'Sends right and wrong requests to the receiver, all marked as tests. When all pass, the webhook is verified. ' +
    '10 per hour per bot.',
  budgetOfBot: DELIVERY_BUDGETS.checkReceiver,
  act: async ({ botId }, { services, viewer }) => ({
    checks: await checkReceiver(services, botId, viewer.userId),
  }),
});
