export { type Client, type ClientOptions, createClient } from './client.ts';
export type { CommandList, CommandSource } from './commands.ts';
export { ApiError, type ApiErrorCode, NetworkError, WebhookError, type WebhookErrorCode } from './errors.ts';
export { expressWebhook, fastifyWebhook, honoWebhook } from './frameworks.ts';
export type { Reporting, ReportingOptions } from './reporting.ts';
export { createSeenDeliveries, type SeenDeliveries } from './seen-deliveries.ts';
export type { CallOptions, RetryOptions } from './transport.ts';
export type { Vote, VoteCheck, VotesOptions } from './votes.ts';
export type { LiveVote, LiveVotesOptions } from './votes-live.ts';
export {
  type HeaderSource,
  type OtherEvent,
  type SignedRequest,
  type VoteEvent,
  verifyWebhook,
  type WebhookEvent,
} from './webhook.ts';
export { createWebhookHandler, type WebhookOptions } from './webhook-handler.ts';
