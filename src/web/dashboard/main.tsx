import { type ComponentType, render } from 'preact';
import { Reloads } from '../client/data.tsx';
import { SessionDialog } from '../client/session.tsx';
import { BotsPage } from '../manage/bots-page.tsx';
import { EditPage } from '../manage/edit-page.tsx';
import { SubmitPage } from '../manage/submit-page.tsx';
import { ModerationPage } from '../moderation/moderation-page.tsx';
import { TeamPage } from '../moderation/team-page.tsx';
import { UserPage } from '../moderation/user-page.tsx';

interface PageProps {
  botId: string;
  userId: string;
  subjectId: string;
  hasContact: boolean;
  clientPackage: string;
  mayChange: boolean;
}

/** The pages by the name that the shell has in its `data-` attributes. */
const PAGES: Readonly<Record<string, ComponentType<PageProps>>> = {
  bots: BotsPage,
  submit: SubmitPage,
  edit: EditPage,
  moderation: ModerationPage,
  team: TeamPage,
  user: UserPage,
};

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
const Page = PAGES[page];
if (app && Page) {
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
