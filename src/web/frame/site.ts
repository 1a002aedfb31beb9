import type { Brand } from '../../config/site.ts';
import type { CompiledDocuments } from '../../documents/compiled.ts';
import type { TypedDocument } from '../../documents/graphql.ts';
import type { PageCache } from '../../http/message/page-cache.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { currentLanguage } from '../words/current-language.ts';
import type { ClientPackages } from './client-packages.ts';
import type { PageResponder } from './page-response.ts';
import type { SignIn } from './sign-in.ts';

/** A captcha that works as Turnstile does: its script replaces an element by its class, and fills a hidden field. */
export interface Captcha {
  readonly captchaSiteKey: string;
  readonly captchaScriptUrl: string;
}

/** What the routes of the public pages need. */
export interface Site extends PageResponder {
  readonly brand: Brand;
  /** The start of each absolute URL, without a trailing slash. */
  readonly publicUrl: string;
  /** How to install the clients for bots. */
  readonly clients: ClientPackages;
  readonly now: () => Date;
  /** For what is the same for all readers, and may be a few seconds old. */
  readonly cache: PageCache;
  /** @returns what keeps pages for strangers, or for members, who must see at once what they have changed */
  readonly cacheFor: (isAnonymous: boolean) => PageCache;
  /** Absent where nobody can sign in. */
  readonly signIn?: SignIn;
  /** Absent where voting needs no captcha. */
  readonly captcha?: Captcha;
  /** Whether the sender of a request is not signed in. */
  readonly isAnonymous: (request: HttpRequest) => Promise<boolean>;
  readonly runDocument: RunDocument;
  readonly onFault: (error: unknown, operation: string) => void;
}

/**
 * Runs a GraphQL document with the rights of the sender of a request. A variable `language` gets the language of the
 * page.
 *
 * @throws what the schema's resolvers throw
 */
export type RunDocument = <Data, Variables extends object>(
  request: Pick<HttpRequest, 'context'>,
  document: TypedDocument<Data, Variables>,
  variables: Omit<Variables, 'language'>,
) => Promise<Data>;

/** @returns runs the documents of the pages. Each is compiled when it first runs. */
export function createRunDocument(documents: CompiledDocuments): RunDocument {
  return async <Data>(
    { context }: Pick<HttpRequest, 'context'>,
    document: TypedDocument<Data, never>,
    variables: object,
  ) => {
    const { data, errors } =
      (await documents.compile(document).execute?.(context, { language: currentLanguage(), ...variables })) ??
      {};
    if (errors?.[0] || !data) throw errors?.[0]?.originalError ?? errors?.[0] ?? new Error('No data.');
    return data as Data;
  };
}
