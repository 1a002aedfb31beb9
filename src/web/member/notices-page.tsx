import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { DAY_MS } from '../../lib/day.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Icon } from '../kit/icon.tsx';
import { PageLinks, pageEnds } from '../kit/page-links.tsx';
import { Day } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { Empty, pathAt } from './member-pages.tsx';
import { NoticeItem, notice } from './notice.tsx';
import { NOTICE_SETTINGS_PATH } from './notice-settings-page.tsx';

export const notices = graphql(
  'fragment Notices on ViewerNoticesConnection { edges { node { ...Notice } } pageInfo { ...PageEnds } }',
  [notice, pageEnds],
);

type Node = ResultOf<typeof notices>['edges'][number]['node'];

/**
 * What the viewer was told, by day.
 *
 * @param unread the number of all unread notices
 * @param isFirstPage whether the newest are among them: all can be marked as read
 */
export function NoticesPage(
  { edges, pageInfo }: ResultOf<typeof notices>,
  unread: number,
  isFirstPage: boolean,
  now: Date,
): VNode {
  const labels = messages.notices;
  const [newest] = edges;
  return (
    <div class="member">
      <form method="post" action={NOTICES_PATH}>
        <header class="mb-4 flex flex-wrap items-center gap-2">
          <h1 class="m-0 flex-auto max-sm:basis-full">{labels.title}</h1>
          {newest && isFirstPage && unread > 0 ? (
            <button type="submit" class="quiet" name="newest" value={newest.node.id}>
              <Icon name="check" />
              {labels.readAll}
            </button>
          ) : null}
          <a class="quiet" href={NOTICE_SETTINGS_PATH}>
            <Icon name="settings" />
            {messages.account.settings}
          </a>
        </header>
        {newest === undefined ? <Empty icon="bell" message={labels.none} hint={labels.noneHint} /> : null}
        {newest === undefined ? (
          <p>
            <a href="/favourites">{messages.news.of}</a>
          </p>
        ) : null}
        {[...byDay(edges.map(({ node }) => node))].map(([day, nodes]) => (
          <section aria-labelledby={`on-${day}`}>
            <h2 id={`on-${day}`}>
              <DayWord day={day} now={now} />
            </h2>
            <ul class="notices items card ruled overflow-hidden">
              {nodes.map((node) => (
                <NoticeItem shown={node} now={now} />
              ))}
            </ul>
          </section>
        ))}
      </form>
      <PageLinks pageInfo={pageInfo} pathOf={pathAt(NOTICES_PATH)} />
      <p class="note">{labels.intro}</p>
    </div>
  );
}

/** Days of UTC: the server does not know the reader's time zone. The times beside them say how long ago it was. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const byDay = (nodes: readonly Node[]): Map<string, Node[]> =>
  Map.groupBy(nodes, ({ createdAt }) => dayOf(new Date(createdAt)));

function DayWord({ day, now }: { day: string; now: Date }): VNode {
  if (day === dayOf(now)) return <>{messages.notices.today}</>;
  const isYesterday = day === dayOf(new Date(now.getTime() - DAY_MS));
  return isYesterday ? <>{messages.notices.yesterday}</> : <Day day={day} />;
}
