import type { VNode } from 'preact';
import type { Graph, Thing, WithContext } from 'schema-dts';
import { inLanguageOf } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGES, type Language } from '../words/language.ts';

/** The path of the site's own card. */
export const SITE_CARD = '/card.png';

/** What a page tells search engines and sites that link to it. */
export interface Summary {
  readonly description: string;
  /** The page's one address, without a language. */
  readonly canonical: string;
  /** Whether search engines follow the page's links without indexing it, as for a later page of a list. */
  readonly isPassage?: boolean;
  /** The address of the card that chats show beside a link, and its text for screen readers. */
  readonly card?: { readonly url: string; readonly alt: string };
  /** The page's subject in the vocabulary of schema.org. */
  readonly subject?: WithContext<Thing> | Graph;
  /** The same, or parts of it, in other formats. */
  readonly others?: readonly { readonly type: string; readonly href: string; readonly title?: string }[];
}

/** The summary as elements of the document's head. */
export function SummaryTags(
  title: string,
  { description, canonical, isPassage, card, subject, others = [] }: Summary,
  siteName: string,
): VNode {
  // English is what a reader of any other language gets, so it has the address without a language.
  const addressIn = (language: Language) =>
    inLanguageOf(canonical, language === LANGUAGES[0] ? undefined : language);
  const own = addressIn(currentLanguage());
  const graph: Record<string, string | undefined> = {
    'og:site_name': siteName,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': own,
    'og:image': card?.url,
    'og:image:type': card && 'image/png',
    'og:image:width': card && '1200',
    'og:image:height': card && '630',
    'og:image:alt': card?.alt,
  };
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={own} />
      {isPassage
        ? null
        : LANGUAGES.map((language) => (
            <link rel="alternate" hreflang={language} href={addressIn(language)} />
          ))}
      {isPassage ? null : <link rel="alternate" hreflang="x-default" href={canonical} />}
      {others.map((other) => (
        <link rel="alternate" {...other} />
      ))}
      {isPassage ? <meta name="robots" content="noindex" /> : null}
      {Object.entries(graph).map(
        ([property, content]) => content && <meta property={property} content={content} />,
      )}
      {card ? <meta name="twitter:card" content="summary_large_image" /> : null}
      {subject ? (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: dataBlock(subject) }} />
      ) : null}
    </>
  );
}

/** JSON that cannot end the script element or open a comment. */
function dataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
