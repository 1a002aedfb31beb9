import type { VNode } from 'preact';
import { text } from '../text.ts';

/** @param start the path that redirects to the provider */
export function SignInPage(providerName: string, start: string): VNode {
  return (
    <div class="narrow centered">
      <h1>{text.signIn.title}</h1>
      <p>{text.signIn.intro({ provider: providerName })}</p>
      <p>
        <a class="button" rel="nofollow" href={start}>
          {text.signIn.continue({ provider: providerName })}
        </a>
      </p>
    </div>
  );
}

/** @param again the path of the sign-in */
export function SignInFailedPage(message: string, again: string): VNode {
  return (
    <div class="narrow centered">
      <h1>{text.signIn.failedTitle}</h1>
      <p role="alert">{message}</p>
      <p>
        <a class="button" href={again}>
          {text.signIn.again}
        </a>
      </p>
      <p class="note">
        <a href="/">{text.navigation.home}</a>
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
      <h1>{text.signIn.developmentTitle}</h1>
      <p>{text.signIn.developmentIntro}</p>
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post" class="stack">
        <label>
          {text.signIn.userId}{' '}
          <input
            name="id"
            inputmode="numeric"
            pattern="\s*([0-9]\s*){17,19}"
            title={text.signIn.userIdFormat}
            required
            value="200000000000000001"
          />
        </label>
        <label>
          {text.signIn.name} <input name="name" maxlength={32} required value={text.signIn.developmentName} />
        </label>
        <input type="hidden" name="return" value={returnTo} />
        <button type="submit" class="button">
          {text.signIn.title}
        </button>
      </form>
    </div>
  );
}
