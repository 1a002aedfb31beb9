import type { VNode } from 'preact';
import { askedPermissions, PERMISSION_GROUPS, type Permission } from '../../terms/invite-permissions.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';

/** What the page needs of a bot. */
export interface Invited {
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
}

/** So many sensitive permissions have their names beside the count. */
const NAMED = 3;

/** How many permissions the invite asks for, and how many of them can do harm, as a link to the list of them. */
export function PermissionSummary({ bot }: { bot: Invited }): VNode {
  const { count, known, dangerous } = countsOf(bot);
  const icon = <Icon name={dangerous.length === 0 ? 'shield-check' : 'shield-alert'} />;
  return (
    <div class={dangerous.length === 0 ? undefined : 'risk'}>
      <dt>
        {icon}
        <span class="sr-only">{messages.permissions.title}</span>
      </dt>
      <dd>
        <a href={placeOf(known, dangerous)}>
          {dangerous.length > 0
            ? messages.permissions.countWithSensitive({ count, dangerous: dangerous.length })
            : count === 0
              ? messages.permissions.asksNothing
              : messages.permissions.count({ count })}
        </a>
      </dd>
    </div>
  );
}

function countsOf(bot: Invited) {
  const { known = [], unknownCount = 0 } = askedPermissions(bot) ?? {};
  const dangerous = known.filter(({ isDangerous }) => isDangerous);
  return { count: known.length + unknownCount, known, dangerous };
}

/** Where the list of permissions is; inside of what is folded, so that the link unfolds it. */
const placeOf = (known: readonly Permission[], dangerous: readonly Permission[]): string =>
  dangerous.length === 0 && known.length > FEW ? `#${FOLDED}` : '#permissions';

/** How many permissions the invite asks for, as a link to the list of them, and the sensitive ones by name. */
export function PermissionCount({ bot }: { bot: Invited }): VNode {
  const { count, known, dangerous } = countsOf(bot);
  const named = namesOf(dangerous.slice(0, NAMED));
  const more = dangerous.length - named.length;
  return (
    <div class="above">
      <dt>{messages.permissions.title}</dt>
      <dd>
        <a href={placeOf(known, dangerous)}>
          {count === 0 ? messages.permissions.none : messages.permissions.count({ count })}
        </a>
        {count > 0 && dangerous.length === 0 ? (
          <small class="risk none">
            <Icon name="shield-check" />
            <span>{messages.permissions.sensitive({ count: 0 })}</span>
          </small>
        ) : null}
        {dangerous.length === 0 ? null : (
          <small class="risk">
            <Icon name="shield-alert" />
            <span>
              {named.join(', ')}
              {more > 0 ? ` + ${formatNumber(more)}` : null}
            </span>
          </small>
        )}
      </dd>
    </div>
  );
}

/** What the invite asks for, in words. Permissions that can do harm come first. */
export function BotPermissions({ bot }: { bot: Invited }): VNode {
  const asked = askedPermissions(bot);
  const { known = [], unknownCount = 0 } = asked ?? {};
  const dangerous = known.filter(({ isDangerous }) => isDangerous);
  const others = known.filter(({ isDangerous }) => !isDangerous);
  const rest = { count: others.length + unknownCount };
  const isFolded = dangerous.length > 0 || others.length > FEW;
  return (
    <section>
      <h2 id="permissions">{messages.permissions.title}</h2>
      <p class="note">{introOf(asked === undefined, known.length + unknownCount)}</p>
      {dangerous.length === 0 && isFolded ? <p>{namesOf(others).join(', ')}</p> : null}
      {dangerous.length === 0 ? null : <List permissions={dangerous} isRisky />}
      {rest.count === 0 ? null : (
        <details class="more" open={!isFolded}>
          <summary class="font-medium">
            {dangerous.length === 0 ? messages.permissions.all(rest) : messages.permissions.others(rest)}
            <Icon name="chevron-down" />
          </summary>
          <div class="[&>h3]:mt-5 [&>h3]:mb-2 [&>h3]:text-small [&>h3]:text-muted" id={FOLDED}>
            {PERMISSION_GROUPS.map((group) => (
              <Group group={group} all={others} />
            ))}
          </div>
          {unknownCount === 0 ? null : (
            <p class="note">{messages.permissions.unknown({ count: unknownCount })}</p>
          )}
        </details>
      )}
    </section>
  );
}

const namesOf = (permissions: readonly Permission[]) =>
  permissions.map(({ key }) => messages.permissionList[key].name);

/** Longer lists are folded. */
const FEW = 6;
/** A browser unfolds a list when somebody follows a link into it. */
const FOLDED = 'all-permissions';

function introOf(isCommandsOnly: boolean, count: number): string {
  if (isCommandsOnly) return messages.permissions.commandsOnly;
  return count === 0 ? messages.permissions.asksNothing : messages.permissions.intro;
}

function Group({ group, all }: { group: Permission['group']; all: readonly Permission[] }): VNode | null {
  const permissions = all.filter((permission) => permission.group === group);
  if (permissions.length === 0) return null;
  return (
    <>
      <h3>{messages.permissions.groups[group]}</h3>
      <List permissions={permissions} />
    </>
  );
}

function List({
  permissions,
  isRisky = false,
}: {
  permissions: readonly Permission[];
  isRisky?: boolean;
}): VNode {
  return (
    <dl class={isRisky ? 'permission-list risky-list' : 'permission-list'}>
      {permissions.map(({ key, isDangerous }) => (
        <div>
          <dt>
            <Icon name={isDangerous ? 'shield-alert' : 'check'} />
            {messages.permissionList[key].name}
          </dt>
          <dd>{messages.permissionList[key].text}</dd>
        </div>
      ))}
    </dl>
  );
}
