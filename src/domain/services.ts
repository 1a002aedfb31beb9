import type { Database } from '../db/client.ts';
import type { Sender } from '../net/sender.ts';
import type { Batches } from './batches.ts';
import type { Captcha } from './captcha.ts';
import type { SecretBox } from './secret-box.ts';
import type { DeliveryWatch } from './watch-deliveries.ts';

/** A part that the service can do without for a while. */
export type PartStatus = 'ok' | 'unavailable' | 'not used';

/** Addresses in the operators' Temporal UI; undefined while it is not known where that is. */
export interface WorkflowLinks {
  /** All deliveries of a bot. */
  ofBot(botId: string): string | undefined;
  ofDelivery(delivery: { readonly id: string; readonly round: number }): string | undefined;
}

/** The chat platform's public look-up of applications. */
export interface Platform {
  /** Answers with an application; `{id}` stands for its id. */
  readonly lookUpUrl: string;
  /** Answers with a picture; `{icon}` stands for what the application calls its icon. */
  readonly iconUrl: string;
  readonly userAgent: string;
  /** Told in a word why a look-up gave nothing, which stops nobody. */
  readonly onFailure: (reason: string) => void;
}

/** Everything the domain needs from outside: opened and closed by the composition root. */
export interface Services {
  readonly db: Database;
  readonly batches: Batches;
  readonly secrets: SecretBox;
  readonly sender: Sender;
  /** Absent where applications are not looked up. */
  readonly platform?: Platform | undefined;
  /** Users who are admins because the configuration says so. */
  readonly admins: ReadonlySet<string>;
  /** How old an account must be to vote. */
  readonly minimumAccountAgeMs: number;
  /** Asked about every vote; undefined where none is configured. */
  readonly captcha: Captcha | undefined;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
  /** Tells the dispatcher that deliveries were committed. Losing the hint only costs time. */
  readonly wakeDispatcher: () => void;
  readonly deliveryWatch: DeliveryWatch;
  /** Tells the caches of this process that a listing may have changed. Losing the hint costs them a second. */
  readonly listingTouched: (botId: string) => void;
  readonly workflowLinks: WorkflowLinks;
  /** Whether the database answers. */
  readonly databaseStatus: () => Promise<PartStatus>;
  readonly partStatus: () => Promise<{ temporal: PartStatus; redis: PartStatus }>;
}
