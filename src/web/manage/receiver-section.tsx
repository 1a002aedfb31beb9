import { useState } from 'preact/hooks';
import { ActButton, ActOutcome } from '../client/act.tsx';
import { CopyButton } from '../client/copy.tsx';
import { mutate, Refused } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import type { TabProps } from './tabs.ts';
import { CHECK_RECEIVER, type ReceiverChecks } from './webhook-documents.ts';

const labels = messages.receiverCheck;

/** Checks how a receiver takes right and wrong requests. One that passes all checks is verified. */
export function ReceiverSection({ botId, onPassed }: { botId: string; onPassed: () => void }) {
  const [checks, setChecks] = useState<ReceiverChecks>([]);
  const check = async () => {
    const result = (await mutate(CHECK_RECEIVER, { botId })).checks;
    setChecks(result);
    const count = result.filter(({ isPassed }) => !isPassed).length;
    if (count > 0) throw new Refused('CHECKS_FAILED', labels.done({ count }));
    onPassed();
    return labels.done({ count });
  };
  return (
    <Section id="receiver" title={labels.title}>
      <p>{labels.what}</p>
      <div class="actions">
        <ActButton act={check}>{labels.button}</ActButton>
        <ActOutcome />
      </div>
      {checks.length > 0 && (
        <ol class="items mt-4">
          {checks.map(({ name, isPassed, statusCode, failure }) => (
            <li
              key={name}
              class="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 items-start line-t py-2"
            >
              <span class={`badge justify-self-start ${isPassed ? 'approved' : 'rejected'}`}>
                {isPassed ? labels.passed : labels.failed}
              </span>
              <span>
                <b>{labels.names[name]}</b>{' '}
                <span class="muted">{statusCode ?? `${labels.noAnswer}: ${failure}`}</span>
                {!isPassed && <span class="hint block">{labels.good[name]}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** How a bot without a public address gets its votes. */
export function ListenSection({ botId, clientPackage }: Pick<TabProps, 'botId' | 'clientPackage'>) {
  const command = `BOT_LISTING_URL=${location.origin} BOT_ID=${botId} BOT_TOKEN=… \\
  npx --package=${clientPackage} bot-listing listen \\
  --forward http://localhost:4000/webhook`;
  const loop = `for await (const { userId, votedAt } of client.votesLive()) {
  console.log(userId, 'voted at', votedAt.toISOString());
}`;
  return (
    <Section id="listen" title={labels.listen}>
      {(
        [
          [labels.listenWhat, command],
          [labels.loop, loop],
        ] as const
      ).map(([title, code]) => (
        <div key={title}>
          <p>{title}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <pre tabIndex={0}>{code}</pre>
          <CopyButton text={code} label={messages.deliveries.copyOf({ what: labels.listen, part: title })} />
        </div>
      ))}
    </Section>
  );
}
