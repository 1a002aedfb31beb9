import { ActButton, ActForm, ActOutcome, Acts, SendButton } from '../client/act.tsx';
import { InputField, TextArea } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { DailyLeft } from './daily-left.tsx';
import { type Allowance, type Overview, PUBLISH_NEWS, REMOVE_NEWS } from './documents.ts';

const labels = messages.newsForm;

interface NewsProps {
  readonly bot: Overview;
  /** How many notes the reader may still publish today. */
  readonly allowance: Allowance | null | undefined;
}

/** A form for a note about what changed, while the bot is public, and the notes that are there. */
export function NewsSection({ bot, allowance }: NewsProps) {
  const { botId, state, news } = bot;
  const remove = async (newsId: string) => {
    await mutate(REMOVE_NEWS, { botId, newsId });
    return labels.removed;
  };
  return (
    <Section id="news" title={labels.title}>
      <p class="muted">{labels.intro}</p>
      {state === 'APPROVED' ? (
        <NewsForm bot={bot} allowance={allowance} />
      ) : (
        <p class="muted">{labels.notPublic}</p>
      )}
      <ActOutcome />
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
              <ActButton label={labels.removeNamed({ title: item.title })} act={() => remove(item.id)}>
                {labels.remove}
              </ActButton>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function NewsForm({ bot: { botId }, allowance }: NewsProps) {
  const publish = async (title: string, text: string) => {
    await mutate(PUBLISH_NEWS, { botId, title, text });
    return labels.published;
  };
  return (
    <Acts>
      <ActForm field="text" draft={`news/${botId}`} act={(typed) => publish(typed('title'), typed('text'))}>
        <DailyLeft allowance={allowance} />
        <InputField name="title" label={labels.heading} hint={labels.headingHint} maxLength={80} />
        <TextArea name="text" label={labels.text} hint={labels.textHint} rows={4} />
        <div class="actions">
          <SendButton>{labels.publish}</SendButton>
          <ActOutcome />
        </div>
      </ActForm>
    </Acts>
  );
}
