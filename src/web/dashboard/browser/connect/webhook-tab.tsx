import { useEffect, useState } from 'preact/hooks';
import { DeliveriesSection } from '../deliveries/deliveries-section.tsx';
import type { RecentAttempt } from '../deliveries/documents.ts';
import type { TabProps } from '../edit/tabs.ts';
import { query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { useBot } from '../request/use-bot.ts';
import { WEBHOOK_TAB } from './documents.ts';
import { WebhookSection } from './webhook-section.tsx';

/** The webhook, and what was sent to it. */
export function WebhookTab({ botId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(WEBHOOK_TAB, { botId }));
  const [attempts, setAttempts] = useState<readonly RecentAttempt[]>([]);
  const [testId, setTestId] = useState<string>();
  const webhook = data?.bot.webhook;
  const newestSuccess = attempts.find(({ failure }) => failure === null)?.startedAt;
  useEffect(() => {
    // The first success since the webhook was set verifies it.
    if (newestSuccess === undefined || webhook?.verifiedAt !== null) return;
    query(WEBHOOK_TAB, { botId }).then(
      ({ bot }) => bot && setData((before) => before && { ...before, bot }),
      // The page says so when it is offline.
      () => {},
    );
  }, [newestSuccess, webhook?.verifiedAt, botId, setData]);
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  return (
    <>
      <WebhookSection
        botId={botId}
        webhook={data.bot.webhook}
        testAttempt={attempts.find(({ deliveryId }) => deliveryId === testId)}
        onTest={setTestId}
        onChange={(webhook) => setData((before) => before && { ...before, bot: { ...before.bot, webhook } })}
      />
      <DeliveriesSection botId={botId} onAttempts={setAttempts} />
    </>
  );
}
