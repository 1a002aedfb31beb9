import type { Messages } from './english.d.ts';
import type { Language } from './language.ts';
import type { RawMessages, RefusalMessages } from './make-messages.ts';

/** What the script of a language begins with: `dashboard/bundle.ts` writes it before the program. */
export interface Catalogue {
  readonly language: Language;
  readonly messages: RawMessages;
  readonly refusals: RefusalMessages;
  /** The templates of moderators' reasons in every language: an owner may read another one than the moderator. */
  readonly reasons: Readonly<Record<Language, Messages['reasons']>>;
}

declare const CATALOGUE: Catalogue;

/** The catalogue of the page. */
export const catalogue = CATALOGUE;

const { language } = catalogue;
const own = new Intl.NumberFormat().resolvedOptions().locale;
const written = new Intl.Locale(own).language === language ? own : language;

/** The language of the page, whose script has no other one. */
export const currentLanguage = (): Language => language;

/**
 * How numbers and times are written: in the language of the page, as all its texts are. A reader with a variety of that
 * language gets theirs, because "en-GB" writes other dates than "en-US".
 */
export const locale = (): string => written;

/** Makes something when it is used first. */
export function perLanguage<Made>(make: (locale: string, language: Language) => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make(written, language);
    return made;
  };
}
