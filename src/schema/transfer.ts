import { fingerprintOf } from '../domain/identity/fingerprint.ts';
import {
  acceptTransfer,
  endTransfer,
  findTransfer,
  listTransfersTo,
  type NewCredentials,
  offerTransfer,
  type Transfer,
} from '../domain/ownership/transfers.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, forReaders } from './bot.ts';
import { ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byOwners, byUsers } from './shapes.ts';
import { Viewer } from './user.ts';

const TransferRef = record<Transfer>('Transfer')('An open offer of the owner to hand a listing over.', {
  botId: ['ID', "The bot's application id."],
  botName: 'The name of the bot.',
  fromName: 'The name of the owner.',
  toId: ['ID', 'The user who can accept it.'],
  toName: 'The name of this user.',
  ownerStays: [
    'Boolean',
    'Whether the owner becomes a co-owner who manages the listing. Otherwise they leave it.',
  ],
  endsAt: ['DateTime', 'When it ends by itself.'],
});

extend(Bot, {
  transfer: [
    orNull(TransferRef),
    'The open offer to hand it over. For owners.',
    (bot, { services }) => findTransfer(services, bot.id),
    forReaders,
  ],
});

extend(Viewer, {
  transferOffers: [
    [TransferRef],
    'The listings that others want to hand over to the viewer: see `acceptTransfer`, `endTransfer`.',
    ({ userId }, { services }) => listTransfersTo(services, userId),
  ],
});

byOwners('offerTransfer', {
  description:
    'Offers the listing to another user, who can accept within seven days. Nothing changes before. For the owner ' +
    'only.',
  args: (t) => ({
    userId: t.id({ required: true, description: 'A user who has signed in here at least once.' }),
    ownerStays: t.boolean({
      defaultValue: true,
      description: 'Whether the viewer becomes a co-owner who manages the listing. Otherwise they leave it.',
    }),
  }),
  act: async ({ botId, userId: toId, ownerStays }, { services, viewer }) => {
    const { userId: fromId } = viewer;
    await offerTransfer(services, { botId, fromId, toId, ownerStays: ownerStays !== false });
  },
});

byUsers('endTransfer', {
  type: record<{ botId: string }>('TransferPayload')('The offer has ended.', {
    botId: ['ID', "The bot's application id."],
  }),
  description: 'Withdraws an offer of the viewer, or declines one to the viewer.',
  args: () => ofBot,
  budget: USER_BUDGETS.secure,
  errors: managerErrors,
  act: async ({ botId }, { services, viewer }) => {
    await endTransfer(services, botId, viewer.userId);
    return { botId };
  },
});

const AcceptTransferPayload = record<NewCredentials>('AcceptTransferPayload')(
  'The viewer owns the listing. Its earlier API token and webhook secret no longer work.',
  {
    token: [orNull('String'), 'The new API token. It is shown only now. Null when the listing had none.'],
    secret: [
      orNull('String'),
      'The new webhook secret. It is shown only now. Null when the listing had no webhook.',
    ],
    tokenFingerprint: [
      orNull('String'),
      'The same as `ApiToken.fingerprint`.',
      ({ token }) => token && fingerprintOf(token),
    ],
    secretFingerprint: [
      orNull('String'),
      'The same as `Webhook.secretFingerprint`.',
      ({ secret }) => secret && fingerprintOf(secret),
    ],
    webhookUrl: [
      orNull('String'),
      'The URL that the former owner set. Votes still go there. Null when the listing had no webhook.',
    ],
  },
);

byUsers('acceptTransfer', {
  type: AcceptTransferPayload,
  description:
    'Accepts an offer of `Viewer.transferOffers`. The API token and the webhook secret are replaced immediately. ' +
    'Waiting deliveries use the new secret. Votes and co-owners stay.',
  args: () => ofBot,
  budget: USER_BUDGETS.secure,
  errors: managerErrors,
  act: ({ botId }, { services, viewer }) => acceptTransfer(services, botId, viewer.userId),
});
