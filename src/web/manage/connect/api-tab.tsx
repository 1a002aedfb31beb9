import { useState } from 'preact/hooks';
import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { useBot } from '../../client/request/use-bot.ts';
import { useRefresh } from '../../client/request/use-refresh.ts';
import type { TabProps } from '../edit/tabs.ts';
import { API_TAB } from './documents.ts';
import { SnippetsSection } from './snippets-section.tsx';
import { TokenSection } from './token-section.tsx';
import { WidgetSection } from './widget-section.tsx';

/** The token, and code to copy: requests of the bot, and its widget. */
export function ApiTab({ botId, userId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(API_TAB, { botId }));
  const [token, setToken] = useState<string>();
  // The last use of the token changes while the owner tries the code in a terminal.
  useRefresh(reload);
  // What is shown stays when it cannot be loaded again.
  if (!data) return refusal ? <LoadFailed refusal={refusal} reload={reload} /> : <Loading />;
  const { name, state, apiToken } = data.bot;
  const renew = (made: { token: string; createdAt: string }) => {
    setToken(made.token);
    const unused = { createdAt: made.createdAt, lastUsedAt: null };
    setData((before) => before && { ...before, bot: { ...before.bot, apiToken: unused } });
  };
  return (
    <>
      <TokenSection botId={botId} stored={apiToken} token={token} onToken={renew} />
      <SnippetsSection botId={botId} userId={userId} token={token} />
      <WidgetSection botId={botId} name={name} isPublic={state === 'APPROVED'} />
    </>
  );
}
