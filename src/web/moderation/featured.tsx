import { useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { readTime, Time, toLocalTime } from '../client/time.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { FEATURE, type PartProps, UNFEATURE } from './documents.ts';

type Reason = { readonly language: string; readonly text: string };

const labels = messages.moderationTools.featured;
const PROPOSED_DAYS = 14;
/** The service allows 60 days from now, and the last day ends at midnight. */
const MAX_DAYS = 59;
const PLACES = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** The date of the reader's calendar some days from now, as a date field writes it. */
const dateIn = (days: number) => toLocalTime(Date.now() + days * DAY_MS).slice(0, 10);

/** The texts of all languages, and an empty one for each language of the site without a text. */
function reasonsOf(feature: { readonly reasons: readonly Reason[] } | undefined): readonly Reason[] {
  const written = feature?.reasons ?? [];
  const texts = new Map(written.map(({ language, text }) => [language, text]));
  const languages = new Set([...LANGUAGES, ...texts.keys()]);
  return [...languages].map((language) => ({ language, text: texts.get(language) ?? '' }));
}

/** Puts a public listing on the first page until a day, and shows when that was done before. */
export function Featured({ listing: { botId, state }, review: { features }, onReload }: PartProps) {
  const current = features.find(({ isCurrent }) => isCurrent);
  const [day, setDay] = useState(() => dateIn(PROPOSED_DAYS));
  const [reasons, setReasons] = useState(() => reasonsOf(current));
  const [place, setPlace] = useState(String(current?.place ?? 1));
  const { isBusy, outcome, problem, run } = useFieldAction();
  const act = (work: () => Promise<unknown>, done: string) =>
    void run(async () => {
      await work();
      await onReload();
      return done;
    });
  const feature = () => {
    const until = readTime(`${day}T23:59:59`);
    if (until === undefined) return;
    const written = reasons.filter(({ text }) => text.trim() !== '');
    // Without any, the service says what is missing.
    const sent = written.length > 0 ? written : reasons.slice(0, 1);
    act(() => mutate(FEATURE, { botId, until, place: Number(place), reasons: sent }), labels.done);
  };
  if (state !== 'APPROVED' && features.length === 0) return null;
  return (
    <section aria-labelledby="featured-title">
      <h3 id="featured-title">{labels.title}</h3>
      {state === 'APPROVED' && (
        <Form class="form featured" noValidate onSend={() => !isBusy && feature()}>
          <div class="beside">
            <InputField
              label={labels.until}
              hint={labels.untilHint}
              problem={problem}
              isAlone
              type="date"
              min={dateIn(0)}
              max={dateIn(MAX_DAYS)}
              value={day}
              onValue={setDay}
            />
            <SelectField
              label={labels.place}
              hint={labels.placeHint}
              value={place}
              options={PLACES.map((each) => [each, each])}
              onValue={setPlace}
            />
          </div>
          {reasons.map(({ language, text }, index) => (
            <InputField
              key={language}
              label={messages.common.labelled({
                label: labels.reason,
                value: botLanguages().labelOf(language),
              })}
              hint={index === 0 ? labels.reasonHint : undefined}
              maxLength={120}
              value={text}
              onValue={(value) =>
                setReasons(
                  reasons.map((one) => (one.language === language ? { language, text: value } : one)),
                )
              }
            />
          ))}
          <div class="actions">
            <Button type="submit" isBusy={isBusy}>
              {current ? labels.change : labels.feature}
            </Button>
            {current && (
              <Button isBusy={isBusy} onClick={() => act(() => mutate(UNFEATURE, { botId }), labels.ended)}>
                {labels.end}
              </Button>
            )}
            <OutcomeLine outcome={outcome} />
          </div>
        </Form>
      )}
      {features.length > 0 && <FeatureHistory features={features} />}
    </section>
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
            <p key={language} class="quoted" lang={language}>
              {text}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
