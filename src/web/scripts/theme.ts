// Sets the theme that the visitor chose, before the page is drawn. So it must block, and stay small.
import { readStored } from '../client/storage.ts';

const theme = readStored('localStorage', 'theme');
if (theme) document.documentElement.dataset.theme = theme;
