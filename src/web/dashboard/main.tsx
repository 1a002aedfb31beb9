import { type ComponentType, render } from 'preact';
import { BotsPage } from '../manage/bots-page.tsx';
import { EditPage } from '../manage/edit-page.tsx';
import { SubmitPage } from '../manage/submit-page.tsx';
import { ModerationPage } from '../moderation/moderation-page.tsx';
import { TeamPage } from '../moderation/team-page.tsx';

/** The pages by the name that the shell has in its `data-` attributes. */
interface PageProps {
  botId: string;
  userId: string;
  hasContact: boolean;
  mayChange: boolean;
}

const PAGES: Readonly<Record<string, ComponentType<PageProps>>> = {
  bots: BotsPage,
  submit: SubmitPage,
  edit: EditPage,
  moderation: ModerationPage,
  team: TeamPage,
};

const app = document.getElementById('app');
const { page = '', botId = '', userId = '', hasContact, mayChange } = app?.dataset ?? {};
const Page = PAGES[page];
if (app && Page) {
  // Preact would keep the server's message that the page is loading.
  app.replaceChildren();
  render(
    <Page
      botId={botId}
      userId={userId}
      hasContact={hasContact !== undefined}
      mayChange={mayChange !== undefined}
    />,
    app,
  );
}
