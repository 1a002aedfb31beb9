import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { html } from '../html.ts';
import { text } from '../text.ts';

export const accountViewer = graphql('fragment AccountViewer on Viewer { userId name role }');

/** @param start the path that redirects to the provider */
export function SignInPage(providerName: string, start: string): VNode {
  return html`
    <div class="narrow centered">
      <h1>${text.signIn.title}</h1>
      <p>${text.signIn.intro({ provider: providerName })}</p>
      <p><a class="button" rel="nofollow" href=${start}>${text.signIn.continue({ provider: providerName })}</a></p>
    </div>
  `;
}

/** @param again the path of the sign-in */
export function SignInFailedPage(message: string, again: string): VNode {
  return html`
    <h1>${text.signIn.failedTitle}</h1>
    <p role="alert">${message}</p>
    <p><a class="button" href=${again}>${text.signIn.again}</a></p>
    <p><a href="/">${text.navigation.backToAll}</a></p>
  `;
}

/**
 * The form for development. It exists only without an OAuth provider, and only on loopback.
 *
 * @param problem why the form was refused
 */
export function DevelopmentSignInPage(returnTo: string, problem?: string): VNode {
  return html`
    <div class="narrow">
    <h1>${text.signIn.developmentTitle}</h1>
    <p>${text.signIn.developmentIntro}</p>
    ${problem ? html`<p role="alert">${problem}</p>` : null}
    <form method="post" class="stack">
      <label>
        ${text.signIn.userId}${' '}
        <input
          name="id"
          inputmode="numeric"
          pattern="\\s*([0-9]\\s*){17,19}"
          title=${text.signIn.userIdFormat}
          required
          value="200000000000000001"
        />
      </label>
      <label>
        ${text.signIn.name}${' '}
        <input name="name" maxlength="32" required value=${text.signIn.developmentName} />
      </label>
      <input type="hidden" name="return" value=${returnTo} />
      <button class="button">${text.signIn.title}</button>
    </form>
    </div>
  `;
}

export function AccountPage({ userId, name, role }: ResultOf<typeof accountViewer>): VNode {
  return html`
    <h1>${name}</h1>
    <dl class="facts">
      <div><dt>${text.account.userId}</dt><dd>${userId}</dd></div>
      ${role === null ? null : html`<div><dt>${text.account.role}</dt><dd>${text.account.roles[role]}</dd></div>`}
    </dl>
    <div class="actions">
      <form method="post" action="/sign-out"><button class="button quiet">${text.navigation.signOut}</button></form>
      <form method="post" action="/sign-out-everywhere">
        <button class="button quiet">${text.account.signOutEverywhere}</button>
      </form>
    </div>
  `;
}
