import { useEffect, useState } from 'preact/hooks';
import { LoadFailed, Loading, OutcomeLine, useAction, useData } from './action.tsx';
import { act, ask, Refused } from './api.ts';
import { Button } from './controls.tsx';
import { Deliveries } from './deliveries.tsx';
import { EDIT, type Listing, MANAGED_BOT, type ManagedBot, RESUBMIT, type Tag } from './documents.ts';
import { History } from './history.tsx';
import { fieldsOf, type ListingFields, toInput } from './listing-fields.ts';
import { ListingForm } from './listing-form.tsx';
import { Numbers } from './numbers.tsx';
import { OwnersSection } from './owners.tsx';
import { focusFirst, Section, StateBadge } from './parts.tsx';
import { PictureSection } from './picture.tsx';
import { RemovalSection } from './removal.tsx';
import { Snippets } from './snippets.tsx';
import { texts } from './texts.ts';
import { TokenSection } from './token.tsx';
import { WebhookSection } from './webhook.tsx';

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
    const answer = await ask(MANAGED_BOT, { botId });
    if (!answer.bot) throw new Refused('NOT_FOUND', texts.moderation.gone);
    return { tags: answer.tags, bot: answer.bot };
  };
  const { data, refusal, reload, setData } = useData(load);
  const [token, setToken] = useState<string>();
  useTitle(data && texts.bots.manage(data.bot.name));
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { bot, tags } = data;
  // What was changed meanwhile by another section stays so.
  const change = (changed: Partial<ManagedBot>) =>
    setData((before) => before && { ...before, bot: { ...before.bot, ...changed } });
  const loadNewest = async () => {
    const newest = await load();
    setData(() => newest);
    return newest.bot;
  };
  // Submitting it is one revision. Where there are more, somebody else has edited what the form shows, and its next save has to say so.
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
        <Deliveries botId={botId} />
        <Numbers votes={bot.votesPerDay} servers={bot.serverCountPerDay} />
        <Snippets botId={botId} userId={userId} token={token} />
        <RemovalSection botId={botId} name={bot.name} isOwner={isOwner} />
      </div>
    </div>
  );
}

/** Gives the heading of the page, and its title, a name that has changed. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    const heading = document.getElementById('page-title');
    if (!heading || title === undefined) return;
    document.title = document.title.replace(heading.textContent, () => title);
    heading.textContent = title;
  }, [title]);
}

function StateSection({ bot, onChange }: { bot: Listing; onChange: (listing: Listing) => void }) {
  const { isBusy, outcome, run } = useAction();
  const resubmit = async () => {
    onChange(await act(RESUBMIT, { botId: bot.botId }));
    focusFirst('#state-title');
    return texts.state.resubmitted;
  };
  return (
    <Section id="state" title={texts.sections.state}>
      <p>
        {texts.state.now} <StateBadge state={bot.state} />{' '}
        {bot.state === 'APPROVED' && <a href={`/bot/${bot.botId}`}>{texts.bots.publicPage}</a>}
      </p>
      {bot.state === 'REJECTED' && (
        <p>
          {texts.state.resubmitHint}{' '}
          <Button kind="main" isBusy={isBusy} onClick={() => void run(resubmit)}>
            {texts.state.resubmit}
          </Button>
        </p>
      )}
      <OutcomeLine outcome={outcome} />
      <History moves={bot.history ?? []} />
    </Section>
  );
}

function ListingSection({
  bot,
  tags,
  onChange,
  onLoadNewest,
}: {
  bot: Listing;
  tags: readonly Tag[];
  onChange: (listing: Listing) => void;
  onLoadNewest: () => Promise<Listing>;
}) {
  const { isBusy, outcome, run } = useAction();
  const save = async (fields: ListingFields) => {
    let stored: ListingFields | undefined;
    await run(async () => {
      const { botId, revision } = bot;
      const edited = await act(EDIT, { botId, revision, listing: toInput(fields) });
      onChange(edited);
      stored = fieldsOf(edited);
      return texts.saved;
    });
    return stored;
  };
  const loadNewest = async () => {
    let newest: ListingFields | undefined;
    await run(async () => {
      newest = fieldsOf(await onLoadNewest());
      return undefined;
    });
    return newest;
  };
  return (
    <Section id="listing" title={texts.sections.listing}>
      <ListingForm
        initial={fieldsOf(bot)}
        tags={tags}
        isBusy={isBusy}
        outcome={outcome}
        sendLabel={texts.fields.save}
        onSend={save}
        onLoadNewest={loadNewest}
      />
    </Section>
  );
}
