import { useEffect, useState } from 'preact/hooks';
import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import { DeliveriesSection } from '../deliveries/deliveries-section.tsx';
import type { RecentAttempt } from '../deliveries/documents.ts';
import type { TabProps } from '../edit/tabs.ts';
import { WEBHOOK_TAB } from './documents.ts';
import { WebhookSection } from './webhook-section.tsx';

/** The webhook, and what was sent to it. */
export function WebhookTab({ botId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(WEBHOOK_TAB, { botId }));
  const [attempts, setAttempts] = useState<readonly RecentAttempt[]>([]);
  const [testId, setTestId] = useState<string>();
  const webhook = data?.bot.webhook;
  // The last attempts move on, and the outcome of a test stays.
  const [testAttempt, setTestAttempt] = useState<RecentAttempt>();
  const found = attempts.find(({ deliveryId }) => deliveryId === testId);
  if (found && found !== testAttempt) setTestAttempt(found);
  const newestSuccess = attempts.find(({ failure }) => failure === null)?.startedAt;
  const setAt = webhook?.updatedAt;
  useEffect(() => {
    // The first success since the webhook was set verifies it.
    if (newestSuccess === undefined || setAt === undefined || newestSuccess <= setAt) return undefined;
    if (webhook?.verifiedAt !== null) return undefined;
    let isOver = false;
    query(WEBHOOK_TAB, { botId }).then(
      ({ bot }) => bot && !isOver && setData((before) => before && { ...before, bot }),
      // The page says so when it is offline.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [newestSuccess, setAt, webhook?.verifiedAt, botId, setData]);
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  return (
    <>
      <WebhookSection
        botId={botId}
        webhook={data.bot.webhook}
        testAttempt={testAttempt?.deliveryId === testId ? testAttempt : undefined}
        onTest={setTestId}
        onChange={(webhook) => setData((before) => before && { ...before, bot: { ...before.bot, webhook } })}
      />
      <DeliveriesSection
        botId={botId}
        hasWebhook={data.bot.webhook !== null}
        isHeld={data.bot.deliveriesHeld === true}
        onAttempts={setAttempts}
      />
    </>
  );
}
