import { openPage } from '../client/open-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { TeamPage } from './team-page.tsx';
import { UserPage } from './user-page.tsx';

openPage({ moderation: ModerationPage, team: TeamPage, user: UserPage });
