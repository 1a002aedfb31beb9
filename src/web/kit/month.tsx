import { perLanguage } from '../words/current-language.ts';

const months = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** The month of a time, with its year, in UTC. */
export function Month({ of }: { readonly of: string }) {
  return <time datetime={of}>{months().format(new Date(of))}</time>;
}
