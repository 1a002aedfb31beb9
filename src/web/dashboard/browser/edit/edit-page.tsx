import { useEffect, useState } from 'preact/hooks';
import { DeliveriesSection } from '../connect/deliveries-section.tsx';
import { SnippetsSection } from '../connect/snippets-section.tsx';
import { TokenSection } from '../connect/token-section.tsx';
import { WebhookSection } from '../connect/webhook-section.tsx';
import type { Listing } from '../listing-form/documents.ts';
import { OwnersSection } from '../owners/owners-section.tsx';
import { query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { Refused } from '../request/refused.ts';
import { useData } from '../request/use-data.ts';
import { texts } from '../texts.ts';
import { MANAGED_BOT, type ManagedBot } from './documents.ts';
import { ListingSection } from './listing-section.tsx';
import { NumbersSection } from './numbers-section.tsx';
import { PictureSection } from './picture-section.tsx';
import { RemovalSection } from './removal-section.tsx';
import { StateSection } from './state-section.tsx';

const SECTIONS = [
  'state',
  'listing',
  'picture',
  'owners',
  'token',
  'webhook',
  'deliveries',
  'numbers',
  'snippets',
  'danger',
] as const;

/** Everything that an owner manages of one bot. */
export function EditPage({ botId, userId }: { botId: string; userId: string }) {
  const load = async () => {
    const { bot, tags } = await query(MANAGED_BOT, { botId });
    if (!bot) throw new Refused('NOT_FOUND', texts.moderation.gone);
    return { bot, tags };
  };
  const { data, refusal, reload, setData } = useData(load);
  const [token, setToken] = useState<string>();
  useTitle(data && texts.bots.manage(data.bot.name));
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { bot, tags } = data;
  // Another section may have changed other fields since the last drawing. They stay changed.
  const change = (changed: Partial<ManagedBot>) =>
    setData((before) => before && { ...before, bot: { ...before.bot, ...changed } });
  const loadNewest = async () => {
    const newest = await load();
    setData(() => newest);
    return newest.bot;
  };
  // Submitting adds one revision. After more than one, somebody else has edited the listing: the page then keeps the
  // old revision, so that the next save is a conflict.
  const resubmitted = (listing: Listing) =>
    change(listing.revision === bot.revision + 1 ? listing : { ...listing, revision: bot.revision });
  const isOwner = bot.owners.some((owner) => owner.userId === userId && !owner.isCoOwner);
  return (
    <div class="edit">
      <nav class="contents" aria-label={texts.sections.label}>
        <ul>
          {SECTIONS.map((id) => (
            <li key={id}>
              <a href={`#${id}`}>{texts.sections[id]}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sections">
        <StateSection bot={bot} onChange={resubmitted} />
        <ListingSection bot={bot} tags={tags} onChange={change} onLoadNewest={loadNewest} />
        <PictureSection bot={bot} onChange={(avatarUrl) => change({ avatarUrl })} />
        <OwnersSection
          botId={botId}
          owners={bot.owners}
          userId={userId}
          isOwner={isOwner}
          onChange={(owners) => change({ owners })}
        />
        <TokenSection botId={botId} token={token} onToken={setToken} />
        <WebhookSection botId={botId} webhook={bot.webhook} onChange={(webhook) => change({ webhook })} />
        <DeliveriesSection botId={botId} />
        <NumbersSection votes={bot.votesPerDay} servers={bot.serverCountPerDay} />
        <SnippetsSection botId={botId} userId={userId} token={token} />
        <RemovalSection botId={botId} name={bot.name} isOwner={isOwner} />
      </div>
    </div>
  );
}

/** Shows a changed name in the page's heading and title, which the server has rendered. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    const heading = document.getElementById('page-title');
    if (!heading || title === undefined) return;
    document.title = document.title.replace(heading.textContent, () => title);
    heading.textContent = title;
  }, [title]);
}
