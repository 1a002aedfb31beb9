import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';

/** @param start the path that redirects to the provider */
export function SignInPage(providerName: string, start: string): VNode {
  return (
    <div class="narrow centered">
      <h1>{messages.signIn.title}</h1>
      <p>{messages.signIn.intro({ provider: providerName })}</p>
      <p>
        <a class="button" rel="nofollow" href={start}>
          {messages.signIn.continue({ provider: providerName })}
        </a>
      </p>
    </div>
  );
}

/** @param again the path of the sign-in */
export function SignInFailedPage(message: string, again: string): VNode {
  return (
    <div class="narrow centered">
      <h1>{messages.signIn.failedTitle}</h1>
      <p role="alert">{message}</p>
      <p>
        <a class="button" href={again}>
          {messages.signIn.again}
        </a>
      </p>
      <p class="note">
        <a href="/">{messages.navigation.home}</a>
      </p>
    </div>
  );
}

/**
 * The form for development. It exists only without an OAuth provider, and only on loopback.
 *
 * @param problem why the form was refused
 */
export function DevelopmentSignInPage(returnTo: string, problem?: string): VNode {
  return (
    <div class="narrow">
      <h1>{messages.signIn.developmentTitle}</h1>
      <p>{messages.signIn.developmentIntro}</p>
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post" class="stack">
        <label>
          {messages.signIn.userId}{' '}
          <input
            name="id"
            inputmode="numeric"
            pattern="\s*([0-9]\s*){17,19}"
            title={messages.signIn.userIdFormat}
            required
            value="200000000000000001"
          />
        </label>
        <label>
          {messages.signIn.name}{' '}
          <input name="name" maxlength={32} required value={messages.signIn.developmentName} />
        </label>
        <input type="hidden" name="return" value={returnTo} />
        <button type="submit" class="button">
          {messages.signIn.title}
        </button>
      </form>
    </div>
  );
}
