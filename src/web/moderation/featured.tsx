import { DAY_MS } from '../../lib/day.ts';
import { ActButton, ActForm, ActOutcome, Acts, SendButton } from '../client/act.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { readTime, Time, toLocalTime } from '../client/time.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { FEATURE, type PartProps, UNFEATURE } from './documents.ts';

type Written = { readonly language: string; readonly text: string };

const labels = messages.moderationTools.featured;
const PROPOSED_DAYS = 14;
/** The service allows 60 days from now, and the last day ends at midnight. */
const MAX_DAYS = 59;
const PLACES = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** The date of the reader's calendar some days from now, as a date field writes it. */
const dateIn = (days: number) => toLocalTime(Date.now() + days * DAY_MS).slice(0, 10);

/** The texts of all languages, and an empty one for each language of the site without a text. */
function reasonsOf(feature: { readonly reasons: readonly Written[] } | undefined): readonly Written[] {
  const written = feature?.reasons ?? [];
  const texts = new Map(written.map(({ language, text }) => [language, text]));
  const languages = new Set([...LANGUAGES, ...texts.keys()]);
  return [...languages].map((language) => ({ language, text: texts.get(language) ?? '' }));
}

/** Puts a public listing on the first page until a day, and shows when that was done before. */
export function Featured({ listing: { botId, state }, review: { features } }: PartProps) {
  if (state !== 'APPROVED' && features.length === 0) return null;
  return (
    <section aria-labelledby="featured-title">
      <h3 id="featured-title">{labels.title}</h3>
      {state === 'APPROVED' && (
        <Acts>
          <FeatureForm botId={botId} current={features.find(({ isCurrent }) => isCurrent)} />
        </Acts>
      )}
      {features.length > 0 && <FeatureHistory features={features} />}
    </section>
  );
}

function FeatureForm({
  botId,
  current,
}: {
  botId: string;
  current: PartProps['review']['features'][number] | undefined;
}) {
  const reasons = reasonsOf(current);
  const feature = async (typed: (name: string) => string) => {
    const until = readTime(`${typed('day')}T23:59:59`);
    if (until === undefined) return undefined;
    const texts = reasons.map(({ language }) => ({ language, text: typed(`reason ${language}`) }));
    const written = texts.filter(({ text }) => text.trim() !== '');
    // Without any, the service says what is missing.
    const sent = written.length > 0 ? written : texts.slice(0, 1);
    await mutate(FEATURE, { botId, until, place: Number(typed('place')), reasons: sent });
    return labels.done;
  };
  const end = async () => {
    await mutate(UNFEATURE, { botId });
    return labels.ended;
  };
  return (
    <ActForm class="form featured" field="day" keeps act={feature}>
      <div class="beside">
        <InputField
          name="day"
          label={labels.until}
          hint={labels.untilHint}
          type="date"
          min={dateIn(0)}
          max={dateIn(MAX_DAYS)}
          defaultValue={dateIn(PROPOSED_DAYS)}
        />
        <SelectField
          name="place"
          label={labels.place}
          hint={labels.placeHint}
          options={PLACES.map((each) => [each, each])}
          defaultValue={String(current?.place ?? 1)}
        />
      </div>
      {reasons.map(({ language, text }, index) => (
        <InputField
          key={language}
          name={`reason ${language}`}
          label={messages.common.labelled({
            label: labels.reason,
            value: botLanguages().labelOf(language),
          })}
          hint={index === 0 ? labels.reasonHint : undefined}
          maxLength={120}
          defaultValue={text}
        />
      ))}
      <div class="actions">
        <SendButton>{current ? labels.change : labels.feature}</SendButton>
        {current && <ActButton act={end}>{labels.end}</ActButton>}
        <ActOutcome />
      </div>
    </ActForm>
  );
}

function FeatureHistory({ features }: Pick<PartProps['review'], 'features'>) {
  return (
    <ol class="history" aria-labelledby="featured-title">
      {features.map((one) => (
        <li key={one.createdAt}>
          <span class={`badge ${one.isCurrent ? 'approved' : ''}`}>
            {one.isCurrent ? labels.now({ place: one.place }) : labels.over}
          </span>{' '}
          <Time at={one.createdAt} />
          {' – '}
          <Time at={one.endedAt ?? one.featuredUntil} /> {messages.state.by}{' '}
          <bdi>{one.userName ?? one.userId}</bdi>
          {one.reasons.map(({ language, text }) => (
            <p key={language} lang={language}>
              {text}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
