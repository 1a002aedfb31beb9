import {
  checkReceiver,
  type ReceiverCheck,
  type ReceiverCheckName,
} from '../domain/delivery/check-receiver.ts';
import { DELIVERY_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, enumOf, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spend } from './spend.ts';

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

const ReceiverCheckRef = builder.objectRef<ReceiverCheck>('ReceiverCheck').implement({
  description: 'How a receiver took a request.',
  fields: (t) => ({
    name: t.expose('name', { type: ReceiverCheckNameRef, description: 'What it was asked.' }),
    isPassed: t.exposeBoolean('isPassed', { description: 'Whether it did what a good receiver does.' }),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'The status of its response. Null without a response.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The reason why there was no response, as one word. Null when there was one.',
    }),
  }),
});

const CheckReceiverPayload = builder
  .objectRef<{ checks: ReceiverCheck[] }>('CheckReceiverPayload')
  .implement({
    description: 'The receiver was checked.',
    fields: (t) => ({
      checks: t.expose('checks', {
        type: [ReceiverCheckRef],
        description:
          'The checks in their order. They end with one without a response, at the latest after 11 seconds.',
      }),
    }),
  });

builder.mutationField('checkReceiver', (t) =>
  t.withAuth(byManager).field({
    type: CheckReceiverPayload,
    description:
      'Sends right and wrong requests to the receiver, all marked as tests. When all pass, the webhook is verified. ' +
      '10 per hour per bot.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spend(context, info, `bot:${botId}`, DELIVERY_BUDGETS.checkReceiver);
      return { checks: await checkReceiver(context.services, botId, context.viewer.userId) };
    },
  }),
);
