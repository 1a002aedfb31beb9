import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { type AppealDraft, appealDocument, BlockOfReader, ownBlock, readAppeal } from '../frame/block.tsx';
import { MessagePage } from '../frame/message-page.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, type PageRefusal, responseTo, sentenceOfRefusal } from '../frame/refusal.ts';
import { BLOCKED_PATH, type SignIn } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { messages } from '../words/messages.ts';

export const signInBlockDocument = graphql(
  'query SignInBlock($key: String!) { signInBlock(key: $key) { ...OwnBlock } }',
  [ownBlock],
);

/** The page for those whom a moderator has blocked from signing in. The key that the sign-in gave them opens it. */
export function createBlockedRoutes({ runDocument, page, nobody }: Site, signIn: SignIn): readonly Route[] {
  async function show(request: HttpRequest, draft?: AppealDraft, refused?: PageRefusal): Promise<Reply> {
    const labels = messages.blocks;
    const block = await readBlock(request);
    if (!block) {
      return page(
        labels.blockedTitle,
        <MessagePage title={labels.blockedTitle} message={labels.blockedOver} />,
        nobody,
        {
          status: 404,
          address: BLOCKED_PATH,
        },
      );
    }
    const content = (
      <div class="narrow">
        <h1>{labels.blockedTitle}</h1>
        <p>{labels.blockedIntro}</p>
        <BlockOfReader block={block} action={BLOCKED_PATH} draft={draft} Heading="h2" />
        <p class="note">
          <a href="/">{messages.navigation.home}</a>
        </p>
      </div>
    );
    return page(labels.blockedTitle, content, nobody, {
      ...responseTo(refused),
      address: BLOCKED_PATH,
    });
  }

  async function readBlock(request: HttpRequest) {
    const key = signIn.appealKey(request);
    if (key === undefined) return null;
    try {
      return (await runDocument(request, signInBlockDocument, { key })).signInBlock;
    } catch (error) {
      // The key is too old.
      if (error instanceof Error && Reflect.get(error, 'code') === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }

  async function appeal(request: HttpRequest): Promise<Reply> {
    const key = signIn.appealKey(request);
    if (key === undefined) return show(request);
    const typed = readAppeal(await request.readForm());
    const { result } = await runDocument(request, appealDocument, { ...typed, key });
    if (!isRefusal(result)) return redirect(BLOCKED_PATH);
    const problem = sentenceOfRefusal(result, messages.blocks.appealTooOften);
    return show(request, { ...typed, problem }, result);
  }

  return [
    ['GET', BLOCKED_PATH, (request) => show(request)],
    ['POST', BLOCKED_PATH, appeal],
  ];
}
