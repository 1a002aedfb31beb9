import { openPage } from '../client/open-page.tsx';
import { BotsPage } from './bots-page.tsx';
import { EditPage } from './edit-page.tsx';
import { SubmitPage } from './submit-page.tsx';

openPage({ bots: BotsPage, submit: SubmitPage, edit: EditPage });

// A page of an earlier version has this one program for all pages.
if (/^(?:moderation|team|user)$/.test(document.getElementById('app')?.dataset.page ?? '')) {
  const desk = `/assets/client-${document.documentElement.lang}_desk_0.js`;
  void import(desk);
}
