import type { VNode } from 'preact';
import { html } from './html.ts';

export interface AccountViewer {
  readonly userId: string;
  readonly name: string;
  readonly role: string | null;
}

export function SignInPage(providerName: string, start: string): VNode {
  return html`
    <h1>Sign in</h1>
    <p>You sign in with your account at ${providerName}. This site learns its id and its name, and nothing else.</p>
    <p><a class="button" rel="nofollow" href=${start}>Continue at ${providerName}</a></p>
  `;
}

export function SignInFailedPage(message: string, again: string): VNode {
  return html`
    <h1>Not signed in</h1>
    <p role="alert">${message}</p>
    <p><a class="button" href=${again}>Sign in again</a></p>
    <p><a href="/">All bots</a></p>
  `;
}

/** Only without an OAuth provider, and only on loopback. */
export function DevelopmentSignInPage(returnTo: string, problem?: string): VNode {
  return html`
    <h1>Sign in for development</h1>
    <p>No sign-in provider is configured. Any user id is taken, on this machine only.</p>
    ${problem ? html`<p role="alert">${problem}</p>` : null}
    <form method="post" class="stack">
      <label>User id <input name="id" inputmode="numeric" pattern="[0-9]{17,19}" required value="200000000000000001" /></label>
      <label>Name <input name="name" maxlength="32" required value="Developer" /></label>
      <input type="hidden" name="return" value=${returnTo} />
      <button class="button">Sign in</button>
    </form>
  `;
}

export function AccountPage({ userId, name, role }: AccountViewer): VNode {
  return html`
    <h1>${name}</h1>
    <dl class="facts">
      <div><dt>User id</dt><dd>${userId}</dd></div>
      ${role === null ? null : html`<div><dt>Role</dt><dd>${role.toLowerCase()}</dd></div>`}
    </dl>
    <form method="post" action="/sign-out"><button class="button">Sign out</button></form>
    <form method="post" action="/sign-out-everywhere"><button class="quiet">Sign out on every device</button></form>
  `;
}
