import { DeliveriesSection } from '../deliveries/deliveries-section.tsx';
import type { TabProps } from '../edit/tabs.ts';
import { query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { useBot } from '../request/use-bot.ts';
import { WEBHOOK_TAB } from './documents.ts';
import { WebhookSection } from './webhook-section.tsx';

/** The webhook, and what was sent to it. */
export function WebhookTab({ botId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(WEBHOOK_TAB, { botId }));
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  return (
    <>
      <WebhookSection
        botId={botId}
        webhook={data.bot.webhook}
        onChange={(webhook) => setData((before) => before && { ...before, bot: { ...before.bot, webhook } })}
      />
      <DeliveriesSection botId={botId} />
    </>
  );
}
