import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../client/fields.tsx';
import type { FieldProblem } from '../../client/graphql.ts';
import { decodePermissions, PERMISSION_GROUPS, PERMISSIONS, type Permission } from '../../kit/permissions.ts';
import { messages } from '../../words/messages.ts';

const labels = messages.permissionsInput;

/**
 * Chooses the permissions of the invite link by their names. The listing stores them as one decimal number, which can be
 * typed as well. Bits without a name stay as they are.
 */
export function PermissionsInput({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: FieldProblem | undefined;
  onChange: (value: string) => void;
}) {
  const [search, setSearch] = useState('');
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  // A problem must be seen. The reader alone closes the list again.
  useLayoutEffect(() => {
    if (problem && details.current) details.current.open = true;
  }, [problem]);
  const chosen = decodePermissions(value.trim());
  const wanted = search.trim().toLocaleLowerCase();
  const found = PERMISSIONS.filter(({ key }) => {
    const { name, text } = messages.permissionList[key];
    return `${name} ${text}`.toLocaleLowerCase().includes(wanted);
  });
  const toggle = ({ bit }: Permission) => {
    const before = chosen ? BigInt(value.trim()) : 0n;
    onChange(String(before ^ (1n << BigInt(bit))));
  };
  return (
    <fieldset class="choices permissions" aria-describedby={`${id}-chosen`}>
      <legend>{messages.fields.invitePermissions}</legend>
      <p class="hint">{labels.hint}</p>
      <details ref={details}>
        <summary id={`${id}-chosen`}>{chosen ? summaryOf(chosen.known) : labels.unreadable}</summary>
        <Field label={labels.search}>
          {(control) => (
            <input
              {...control}
              type="search"
              value={search}
              autocomplete="off"
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="permission-groups">
          {found.length === 0 && <p class="muted">{labels.nothing}</p>}
          {PERMISSION_GROUPS.map((group) => (
            <Group
              key={group}
              title={messages.permissions.groups[group]}
              permissions={found.filter((permission) => permission.group === group)}
              chosen={chosen?.known ?? []}
              onToggle={toggle}
            />
          ))}
        </div>
        <Field label={labels.number} hint={labels.numberHint} problem={problem}>
          {(control) => (
            <input
              {...control}
              value={value}
              inputMode="numeric"
              autocomplete="off"
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      </details>
    </fieldset>
  );
}

/** How many permissions are chosen, and how many of them are dangerous. */
function summaryOf(chosen: readonly Permission[]): string {
  const count = chosen.length;
  const dangerous = chosen.filter(({ isDangerous }) => isDangerous).length;
  if (count === 0) return labels.noneChosen;
  return dangerous === 0 ? labels.chosen({ count }) : labels.chosenWithDangerous({ count, dangerous });
}

function Group({
  title,
  permissions,
  chosen,
  onToggle,
}: {
  title: string;
  permissions: readonly Permission[];
  chosen: readonly Permission[];
  onToggle: (permission: Permission) => void;
}) {
  if (permissions.length === 0) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {permissions.map((permission) => (
        <label key={permission.bit}>
          <input
            type="checkbox"
            checked={chosen.includes(permission)}
            onChange={() => onToggle(permission)}
          />
          <span>
            {messages.permissionList[permission.key].name}{' '}
            {permission.isDangerous && <span class="badge pending">{labels.dangerous}</span>}
            <span class="muted">{messages.permissionList[permission.key].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
