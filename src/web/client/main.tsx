import { render } from 'preact';
import { BotsPage } from './bots-page.tsx';
import { EditPage } from './edit-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { SubmitPage } from './submit-page.tsx';
import { TeamPage } from './team-page.tsx';

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
  // Preact keeps what it finds there beside its own, and the server's says that the page is loading.
  app.replaceChildren();
  render(page, app);
}
