import { useState } from 'preact/hooks';
import { OutcomeLine, useAction, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field, InputField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { DailyLeft } from './daily-left.tsx';
import { type Allowance, type Overview, PUBLISH_NEWS, REMOVE_NEWS } from './documents.ts';

const labels = messages.newsForm;

/** A form for a note about what changed, while the bot is public, and the notes that are there. */
export function NewsSection({
  bot: { botId, state, news },
  allowance,
  onReload,
}: {
  bot: Overview;
  /** How many notes the reader may still publish today. */
  allowance: Allowance | null | undefined;
  onReload: () => Promise<unknown>;
}) {
  const { isBusy, outcome, run } = useAction();
  const remove = (newsId: string) =>
    void run(async () => {
      await mutate(REMOVE_NEWS, { botId, newsId });
      await onReload();
      return labels.removed;
    });
  return (
    <Section id="news" title={labels.title}>
      <p class="muted">{labels.intro}</p>
      {state === 'APPROVED' ? (
        <NewsForm botId={botId} allowance={allowance} onReload={onReload} />
      ) : (
        <p class="muted">{labels.notPublic}</p>
      )}
      <OutcomeLine outcome={outcome} />
      {news.length > 0 && (
        <ol class="owners" aria-labelledby="news-title">
          {news.map((item) => (
            <li key={item.id}>
              <div>
                <bdi>{item.title}</bdi>
                <div class="note">
                  <Time at={item.publishedAt} />
                </div>
              </div>
              <Button
                label={labels.removeNamed({ title: item.title })}
                isBusy={isBusy}
                onClick={() => remove(item.id)}
              >
                {labels.remove}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function NewsForm({
  botId,
  allowance,
  onReload,
}: {
  botId: string;
  allowance: Allowance | null | undefined;
  onReload: () => Promise<unknown>;
}) {
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const { isBusy, outcome, problem, run } = useFieldAction();
  const write = (written: { title: string; text: string }) => {
    setTitle(written.title);
    setText(written.text);
  };
  const { note } = useDraft({
    name: `news/${botId}`,
    value: title || text ? { title, text } : undefined,
    restore: write,
    reset: () => write({ title: '', text: '' }),
  });
  const publish = () =>
    void run(async () => {
      await mutate(PUBLISH_NEWS, { botId, title, text });
      write({ title: '', text: '' });
      await onReload();
      return labels.published;
    });
  return (
    <Form class="form" noValidate onSend={() => !isBusy && publish()}>
      <DailyLeft allowance={allowance} />
      {note}
      <InputField
        label={labels.heading}
        hint={labels.headingHint}
        maxLength={80}
        value={title}
        onValue={setTitle}
      />
      <Field label={labels.text} hint={labels.textHint} problem={problem} isAlone>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <Button type="submit" isBusy={isBusy}>
          {labels.publish}
        </Button>
        <OutcomeLine outcome={outcome} />
      </div>
    </Form>
  );
}
