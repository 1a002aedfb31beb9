import { language } from './words/catalogue.ts';

const own = new Intl.NumberFormat().resolvedOptions().locale;

/**
 * How numbers and times are written: in the language of the page, as all its texts are. A reader with a variety of that
 * language gets theirs, because "en-GB" writes other dates than "en-US".
 */
export const LOCALE = new Intl.Locale(own).language === language ? own : language;
