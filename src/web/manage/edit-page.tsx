import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { ApiTab } from './api-tab.tsx';
import { KeptProvider, useKeeper } from './kept-secrets.ts';
import { ListingTab } from './listing-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { MayChange, type Tab, type TabProps, useTab, useTabInPage } from './tabs.ts';
import { TeamTab } from './team-tab.tsx';
import { WebhookTab } from './webhook-tab.tsx';

const CONTENT: Readonly<Record<Tab, ComponentType<TabProps>>> = {
  overview: OverviewTab,
  listing: ListingTab,
  api: ApiTab,
  webhook: WebhookTab,
  team: TeamTab,
  settings: SettingsTab,
};

/** Tabs that have nothing to read. The server leaves them out for those who may change nothing. */
const FOR_CHANGES: readonly Tab[] = ['listing', 'api'];

/** Everything that an owner manages of one bot. Each tab loads its own data when it opens. */
export function EditPage({
  botId,
  mayChange,
  ...shared
}: Omit<TabProps, 'onName'> & { readonly mayChange: boolean }) {
  const tab = useTab(botId);
  const [name, setName] = useState<string>();
  useTabInPage(botId, tab, name === undefined ? undefined : messages.bots.manage({ name }));
  const keeper = useKeeper(botId);
  const Content = CONTENT[tab];
  return (
    <div class="sections">
      {!mayChange && <p class="notice">{messages.owners.readsOnly}</p>}
      {(mayChange || !FOR_CHANGES.includes(tab)) && (
        <MayChange.Provider value={mayChange}>
          <KeptProvider value={keeper}>
            <Content {...shared} botId={botId} onName={setName} />
          </KeptProvider>
        </MayChange.Provider>
      )}
    </div>
  );
}
