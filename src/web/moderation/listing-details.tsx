import { useState } from 'preact/hooks';
import { LINK_NAMES } from '../../terms/listing-fields.ts';
import { ActButton, ActOutcome, Acts } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { mutate } from '../client/graphql.ts';
import { hold, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { Time } from '../client/time.tsx';
import { namedTags } from '../kit/tags.tsx';
import { REMOVE_NEWS, REMOVE_TRANSLATION } from '../manage/documents.ts';
import { CHANGED_TEXT } from '../manage/edit-changes.tsx';
import { PREVIEW } from '../manage/listing-form/inputs.tsx';
import { ListingHistory } from '../manage/listing-history.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { CHECK_LINKS, type LinkCheck, type ModeratedBot, type PartProps } from './documents.ts';
import { Pictures } from './pictures.tsx';

const labels = messages.moderation;

/** The long description, pictures, links, tags, languages and history of a listing. */
export function ListingDetails({ listing }: Pick<PartProps, 'listing'>) {
  return (
    <>
      <section aria-labelledby="text-title">
        <h3 id="text-title">{messages.fields.longDescription}</h3>
        {listing.longDescriptionHtml === '' ? (
          <p class="muted">{labels.noText}</p>
        ) : (
          // The service has sanitized it.
          <div class={`${PREVIEW} text`} dangerouslySetInnerHTML={{ __html: listing.longDescriptionHtml }} />
        )}
      </section>
      <Pictures listing={listing} />
      <h3>{labels.links}</h3>
      <LinkChecks listing={listing} />
      <p class="muted">
        {messages.fields.tags}:{' '}
        {namedTags(listing.tags)
          .map(([, name]) => name)
          .join(', ')}
      </p>
      {listing.languages.length > 0 && (
        <p class="muted">
          {messages.fields.languages}: {botLanguages().listed(listing.languages)}
        </p>
      )}
      <TranslationList listing={listing} />
      <NewsList listing={listing} />
      <ListingHistory moves={listing.history ?? []} />
    </>
  );
}

/** The texts in other languages. A moderator can remove those of a language. */
function TranslationList({ listing }: Pick<PartProps, 'listing'>) {
  const { botId, name, revision } = listing;
  const isGone = useHeld();
  const form = messages.translationsForm;
  const keyOf = (language: string) => `translation ${botId} ${language} ${revision}`;
  const shown = listing.translations.filter(({ language }) => !isGone(keyOf(language)));
  const remove = (language: string) => {
    hold({
      ...{ botId, name },
      text: form.removed,
      hides: [keyOf(language)],
      send: () => mutate(REMOVE_TRANSLATION, { botId, language }, true),
    });
    focusFirst('#translations-title', '#listing-title');
  };
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="translations-title">
      <h3 id="translations-title" tabIndex={-1}>
        {form.title}
      </h3>
      <ul class="history">
        {shown.map(({ language, name: translated, shortDescription, longDescription }) => {
          const named = botLanguages().nameOf(language);
          return (
            <li key={language}>
              {named}
              <div lang={language} dir="auto">
                {translated !== null && <p>{translated}</p>}
                {shortDescription !== null && <p>{shortDescription}</p>}
                {longDescription !== null && <LongText text={longDescription} />}
              </div>
              <Button label={form.removeNamed({ language: named })} onClick={() => remove(language)}>
                {form.remove}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A text that scrolls must be in reach of the keyboard. */
const LongText = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
  <p class={`${CHANGED_TEXT} max-h-96`} tabIndex={0}>
    {text}
  </p>
);

/** What the owners wrote about changes. A moderator can remove a note. */
function NewsList({ listing: { botId, name, news } }: Pick<PartProps, 'listing'>) {
  const isGone = useHeld();
  const shown = news.filter(({ id }) => !isGone(id));
  const remove = (newsId: string) => {
    hold({
      ...{ botId, name },
      text: messages.newsForm.removed,
      hides: [newsId],
      send: () => mutate(REMOVE_NEWS, { botId, newsId }, true),
    });
    focusFirst('#news-title', '#listing-title');
  };
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="news-title">
      <h3 id="news-title" tabIndex={-1}>
        {messages.newsForm.title}
      </h3>
      <ol class="history">
        {shown.map(({ id, title, text, publishedAt }) => (
          <li key={id}>
            <bdi>{title}</bdi> · <Time at={publishedAt} />
            <LongText text={text} />
            <Button label={messages.newsForm.removeNamed({ title })} onClick={() => remove(id)}>
              {messages.newsForm.remove}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The service may know more failures than this page. */
const FAILURES: Readonly<Record<string, string>> = messages.moderationTools.links.failures;

/** The links of a listing. A button asks the service where those of the owner lead. */
function LinkChecks({ listing }: { listing: ModeratedBot }) {
  const [checks, setChecks] = useState<readonly LinkCheck[]>();
  const links = LINK_NAMES.flatMap((field) => {
    const href = listing[field];
    return href === null ? [] : [{ field, label: messages.fields[field], href }];
  });
  const check = async () => {
    const result = await mutate(CHECK_LINKS, { botId: listing.botId });
    setChecks(result.checks);
    return messages.moderationTools.links.checked({ count: result.checks.length });
  };
  return (
    <>
      <ul class="links items">
        {[{ field: 'inviteUrl', label: messages.moderation.invite, href: listing.inviteUrl }, ...links].map(
          ({ field, label, href }) => (
            <li key={field}>
              {label}:{' '}
              <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
                {href}
              </a>
              <LinkResult check={checks?.find((one) => one.field === field)} />
            </li>
          ),
        )}
        {listing.temporalUrl !== null && (
          <li>
            <a href={listing.temporalUrl} rel="noopener" target="_blank">
              {messages.moderation.temporal}
            </a>
          </li>
        )}
      </ul>
      {links.length > 0 && (
        <div class="actions">
          <Acts>
            <ActButton isRead act={check}>
              {messages.moderationTools.links.check}
            </ActButton>
            <ActOutcome />
          </Acts>
        </div>
      )}
    </>
  );
}

function LinkResult({ check }: { check: LinkCheck | undefined }) {
  if (!check) return null;
  const { failure, status, finalUrl, url, redirectCount } = check;
  const isGood = status !== null && status < 400;
  return (
    <p class="mt-[.15rem] mb-2">
      <span class={`badge ${isGood ? 'approved' : 'rejected'}`}>
        {status ?? FAILURES[failure?.replace(/^tls_.*/, 'tls') ?? ''] ?? failure}
      </span>{' '}
      {finalUrl === url ? (
        <span class="muted">{messages.moderationTools.links.noRedirect}</span>
      ) : (
        <span>
          {messages.moderationTools.links.leadsTo({ count: redirectCount })} <code>{finalUrl}</code>
        </span>
      )}
    </p>
  );
}
