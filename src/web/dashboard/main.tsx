import { render } from 'preact';
import { BotsPage } from '../manage/bots-page.tsx';
import { EditPage } from '../manage/edit-page.tsx';
import { SubmitPage } from '../manage/submit-page.tsx';
import { ModerationPage } from '../moderation/moderation-page.tsx';
import { TeamPage } from '../moderation/team-page.tsx';

/** The page that the shell names in its `data-` attributes. */
function pageOf({ page, botId = '', userId = '' }: DOMStringMap) {
  switch (page) {
    case 'bots':
      return <BotsPage />;
    case 'submit':
      return <SubmitPage />;
    case 'edit':
      return <EditPage botId={botId} userId={userId} />;
    case 'moderation':
      return <ModerationPage />;
    case 'team':
      return <TeamPage />;
    default:
      return undefined;
  }
}

const app = document.getElementById('app');
const page = app && pageOf(app.dataset);
if (app && page) {
  // Preact would keep the server's message that the page is loading.
  app.replaceChildren();
  render(page, app);
}
