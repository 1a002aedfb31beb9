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
import { Bot, presentListing } from './bot.ts';
import { builder, byOwner, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const TransferRef = builder.objectRef<Transfer>('Transfer').implement({
  description: 'An open offer of the owner to hand a listing over.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    botName: t.exposeString('botName', { description: 'The name of the bot.' }),
    fromName: t.exposeString('fromName', { description: 'The name of the owner.' }),
    toId: t.exposeID('toId', { description: 'The user who can accept it.' }),
    toName: t.exposeString('toName', { description: 'The name of this user.' }),
    ownerStays: t.exposeBoolean('ownerStays', {
      description: 'Whether the owner becomes a co-owner who manages the listing. Otherwise they leave it.',
    }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

builder.objectField(Bot, 'transfer', (t) =>
  t.field({
    type: TransferRef,
    nullable: true,
    description: 'The open offer to hand it over. For owners.',
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: (bot, _, { services }) => findTransfer(services, bot.id),
  }),
);

builder.objectField(Viewer, 'transferOffers', (t) =>
  t.field({
    type: [TransferRef],
    description:
      'The listings that others want to hand over to the viewer: see `acceptTransfer`, `endTransfer`.',
    resolve: ({ userId }, _, { services }) => listTransfersTo(services, userId),
  }),
);

builder.mutationField('offerTransfer', (t) =>
  t.withAuth(byOwner).field({
    type: Bot,
    description:
      'Offers the listing to another user, who can accept within seven days. Nothing changes before. For the owner ' +
      'only.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'A user who has signed in here at least once.' }),
      ownerStays: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether the viewer becomes a co-owner who manages the listing. Otherwise they leave it.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId: toId, ownerStays }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      const { userId: fromId } = context.viewer;
      await offerTransfer(context.services, { botId, fromId, toId, ownerStays: ownerStays !== false });
      return presentListing(context.services, botId);
    },
  }),
);

const TransferPayload = builder.objectRef<{ botId: string }>('TransferPayload').implement({
  description: 'The offer has ended.',
  fields: (t) => ({ botId: t.exposeID('botId', { description: "The bot's application id." }) }),
});

builder.mutationField('endTransfer', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: TransferPayload,
    description: 'Withdraws an offer of the viewer, or declines one to the viewer.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      await endTransfer(context.services, botId, context.viewer.userId);
      return { botId };
    },
  }),
);

const AcceptTransferPayload = builder.objectRef<NewCredentials>('AcceptTransferPayload').implement({
  description: 'The viewer owns the listing. Its earlier API token and webhook secret no longer work.',
  fields: (t) => ({
    token: t.exposeString('token', {
      nullable: true,
      description: 'The new API token. It is shown only now. Null when the listing had none.',
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'The new webhook secret. It is shown only now. Null when the listing had no webhook.',
    }),
    tokenFingerprint: t.string({
      nullable: true,
      description: 'The same as `ApiToken.fingerprint`.',
      resolve: ({ token }) => token && fingerprintOf(token),
    }),
    secretFingerprint: t.string({
      nullable: true,
      description: 'The same as `Webhook.secretFingerprint`.',
      resolve: ({ secret }) => secret && fingerprintOf(secret),
    }),
    webhookUrl: t.exposeString('webhookUrl', {
      nullable: true,
      description:
        'The URL that the former owner set. Votes still go there. Null when the listing had no webhook.',
    }),
  }),
});

builder.mutationField('acceptTransfer', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: AcceptTransferPayload,
    description:
      'Accepts an offer of `Viewer.transferOffers`. The API token and the webhook secret are replaced immediately. ' +
      'Waiting deliveries use the new secret. Votes and co-owners stay.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return acceptTransfer(context.services, botId, context.viewer.userId);
    },
  }),
);
