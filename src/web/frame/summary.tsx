import type { VNode } from 'preact';
import type { Graph, Thing, WithContext } from 'schema-dts';
import { addressIn } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';

/** The path of the site's own card. */
export const SITE_CARD = '/card.png';

/** What a page tells search engines and sites that link to it. */
export interface Summary {
  readonly description: string;
  /** The page's one address, without a language. */
  readonly canonical: string;
  /** Whether search engines follow the page's links without indexing it, as for a later page of a list. */
  readonly isPassage?: boolean;
  /** The address of the card that chats show beside a link, and its text for screen readers. Absent: the site's own. */
  readonly card?: { readonly url: string; readonly alt: string };
  /** The page's subject in the vocabulary of schema.org. */
  readonly subject?: WithContext<Thing> | Graph;
  /** The same, or parts of it, in other formats. */
  readonly others?: readonly { readonly type: string; readonly href: string; readonly title?: string }[];
}

/** The summary as elements of the document's head. */
export function SummaryTags({
  title,
  summary: { description, canonical, isPassage, card, subject, others = [] },
  siteName,
}: {
  title: string;
  summary: Summary;
  siteName: string;
}): VNode {
  const own = addressIn(canonical, currentLanguage());
  const { url: image, alt } = card ?? {
    url: new URL(SITE_CARD, canonical).href,
    alt: messages.home.title,
  };
  const graph: Record<string, string> = {
    'og:site_name': siteName,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': own,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': alt,
  };
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={own} />
      {isPassage
        ? null
        : LANGUAGES.map((language) => (
            <link rel="alternate" hreflang={language} href={addressIn(canonical, language)} />
          ))}
      {isPassage ? null : <link rel="alternate" hreflang="x-default" href={canonical} />}
      {others.map((other) => (
        <link rel="alternate" {...other} />
      ))}
      {isPassage ? <meta name="robots" content="noindex" /> : null}
      {Object.entries(graph).map(([property, content]) => (
        <meta property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
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
