import { ListingHistory } from '../../client/listing-history.tsx';
import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { SETTINGS_TAB } from './documents.ts';
import { RemovalSection } from './removal-section.tsx';
import type { TabProps } from './tabs.ts';

/** The history of the listing, and its end. */
export function SettingsTab({ botId, userId }: TabProps) {
  const { data, refusal, reload } = useBot(() => query(SETTINGS_TAB, { botId }));
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { name, owners, history } = data.bot;
  const isOwner = owners.some((owner) => owner.userId === userId && !owner.isCoOwner);
  return (
    <>
      <Section id="history" title={messages.state.history}>
        {history?.length ? (
          <ListingHistory moves={history} heading="history-title" />
        ) : (
          <p class="muted">{messages.state.noHistory}</p>
        )}
      </Section>
      <RemovalSection botId={botId} name={name} isOwner={isOwner} />
    </>
  );
}
