import type { VNode } from 'preact';
import { html } from '../html.ts';
import { Icon } from '../icon.ts';
import { decodePermissions, PERMISSION_GROUPS, type Permission } from '../permissions.ts';
import { text } from '../text.ts';

const words = text.permissions;

/** What the page needs of a bot. */
export interface Invited {
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
}

/** Without the scope `bot` the bot is no member of the server, so permissions do not apply. */
const decode = ({ inviteScopes, invitePermissions }: Invited) =>
  inviteScopes.includes('bot') ? decodePermissions(invitePermissions) : undefined;

/** How many permissions the invite asks for, as a link to the list of them. */
export function PermissionCount(bot: Invited): VNode {
  const { known = [], unknownCount = 0 } = decode(bot) ?? {};
  const count = known.length + unknownCount;
  const dangerous = known.filter(({ isDangerous }) => isDangerous).length;
  return html`
    <div>
      <dt>${words.title}</dt>
      <dd>
        <a href="#permissions">${count === 0 ? words.none : words.count(count)}</a>${
          dangerous === 0 ? null : html`<small class="risk">${words.dangerousCount(dangerous)}</small>`
        }
      </dd>
    </div>
  `;
}

/** What the invite asks for, in words. Permissions that can do harm come first. */
export function BotPermissions(bot: Invited): VNode {
  const asked = decode(bot);
  const { known = [], unknownCount = 0 } = asked ?? {};
  const dangerous = known.filter(({ isDangerous }) => isDangerous);
  const others = known.filter(({ isDangerous }) => !isDangerous);
  return html`
    <section>
      <h2 id="permissions">${words.title}</h2>
      <p class="note">${introOf(asked === undefined, known.length + unknownCount)}</p>
      ${dangerous.length === 0 ? null : List(dangerous, 'risky')}
      ${
        others.length + unknownCount === 0
          ? null
          : html`<details class="more" open=${dangerous.length === 0 && others.length <= FEW}>
              <summary>${dangerous.length === 0 ? words.all(others.length + unknownCount) : words.others(others.length + unknownCount)}</summary>
              ${PERMISSION_GROUPS.map((group) => Group(group, others))}
              ${unknownCount === 0 ? null : html`<p class="note">${words.unknown(unknownCount)}</p>`}
            </details>`
      }
    </section>
  `;
}

/** Longer lists are folded. */
const FEW = 6;

function introOf(isCommandsOnly: boolean, count: number): string {
  if (isCommandsOnly) return words.commandsOnly;
  return count === 0 ? words.asksNothing : words.intro;
}

function Group(group: Permission['group'], all: readonly Permission[]): VNode | null {
  const permissions = all.filter((permission) => permission.group === group);
  if (permissions.length === 0) return null;
  return html`<h3>${words.groups[group]}</h3>${List(permissions)}`;
}

function List(permissions: readonly Permission[], kind = ''): VNode {
  return html`
    <dl class=${`permissions ${kind}`}>
      ${permissions.map(
        ({ name, text: what, isDangerous }) =>
          html`<div>
            <dt>${Icon(isDangerous ? 'triangle-alert' : 'check')}${name}</dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  `;
}
