import type { VNode } from 'preact';
import { Avatar } from '../kit/avatar.tsx';
import type { BotRow } from './bot-row.tsx';

/** A bot in a list of a user's own, with what the user can do. */
export interface MemberRow {
  readonly bot: Pick<BotRow, 'botId' | 'name' | 'avatarUrl'>;
  /** A fact below the name. */
  readonly fact: VNode | string;
  readonly actions: readonly (VNode | null)[];
}

/** Bots with buttons, one below the other. */
export function MemberRows({
  rows,
  level = 3,
}: {
  rows: readonly MemberRow[];
  level?: 2 | 3 | undefined;
}): VNode {
  return (
    <ul class="own items card ruled">
      {rows.map(({ bot, fact, actions }) => {
        const link = (
          <a class="plain-link hover:underline" href={`/bot/${bot.botId}`}>
            <bdi>{bot.name}</bdi>
          </a>
        );
        return (
          <li>
            <Avatar url={bot.avatarUrl} size={44} />
            <div>
              {level === 2 ? <h2>{link}</h2> : <h3>{link}</h3>}
              <p>{fact}</p>
            </div>
            <div class="does">{actions}</div>
          </li>
        );
      })}
    </ul>
  );
}
