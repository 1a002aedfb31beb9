import type { ComponentChildren } from 'preact';
import { Ago, isSilent } from '../client/time.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { explanationOf } from './attempt-words.ts';
import type { Overview } from './documents.ts';
import { pathOf, type Tab } from './tabs.ts';

const labels = messages.warnings;

/** What has stopped working, and what to do about it. */
export function Warnings({ bot }: { bot: Overview }) {
  const { botId, checkedInAt } = bot;
  const failures = lastFailures(bot);
  return (
    <>
      {isSilent(checkedInAt, Date.now()) && (
        <Warning title={labels.silent} botId={botId} tab="api" link={labels.openApi}>
          {labels.lastReport} <Ago at={checkedInAt} />. {labels.silentHelp}
        </Warning>
      )}
      {failures.length > 0 && (
        <Warning title={labels.failing} botId={botId} tab="webhook" link={labels.openWebhook}>
          {labels.failed({ count: failures.length })} {failures[0] && explanationOf(failures[0])}
        </Warning>
      )}
    </>
  );
}

/** The failures after the last success. Attempts with an earlier URL or secret do not count. */
function lastFailures({ webhook, recentAttempts }: Overview) {
  if (!webhook || !recentAttempts) return [];
  const current = recentAttempts.filter(({ startedAt }) => startedAt >= webhook.updatedAt);
  const success = current.findIndex(({ failure }) => failure === null);
  return success === -1 ? current : current.slice(0, success);
}

function Warning(props: {
  title: string;
  botId: string;
  tab: Tab;
  link: string;
  children: ComponentChildren;
}) {
  return (
    <section class="warning" aria-label={props.title}>
      {WholeIcon('triangle-alert')}
      <div>
        <h2>{props.title}</h2>
        <p>{props.children}</p>
      </div>
      <a href={pathOf(props.botId, props.tab)}>{props.link}</a>
    </section>
  );
}
