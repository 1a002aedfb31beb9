import { type ComponentType, render } from 'preact';
import { Reloads } from './data.tsx';
import { SessionDialog } from './session.tsx';

interface PageProps {
  botId: string;
  userId: string;
  subjectId: string;
  hasContact: boolean;
  clientPackage: string;
  mayChange: boolean;
}

/** @param pages of a program, by the name that the shell has in its `data-` attributes */
export function openPage(pages: Readonly<Record<string, ComponentType<PageProps>>>): void {
  const app = document.getElementById('app');
  const {
    page = '',
    botId = '',
    userId = '',
    subjectId = '',
    clientPackage = '',
    hasContact,
    mayChange,
  } = app?.dataset ?? {};
  const Page = pages[page];
  if (!app || !Page) return;
  // Preact would keep the server's message that the page is loading.
  app.replaceChildren();
  render(
    <Reloads>
      <Page
        botId={botId}
        userId={userId}
        subjectId={subjectId}
        hasContact={hasContact !== undefined}
        clientPackage={clientPackage}
        mayChange={mayChange !== undefined}
      />
      <SessionDialog userId={userId} />
    </Reloads>,
    app,
  );
}
