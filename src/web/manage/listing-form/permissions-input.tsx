import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  decodePermissions,
  PERMISSION_GROUPS,
  PERMISSIONS,
  type Permission,
} from '../../../terms/invite-permissions.ts';
import { InputField } from '../../client/fields.tsx';
import { messages } from '../../words/messages.ts';
import type { ControlProps } from './inputs.tsx';

const labels = messages.permissionsInput;

/**
 * Chooses the permissions of the invite link by their names. The listing stores them as one decimal number, which can be
 * typed as well. Bits without a name stay as they are.
 */
export function PermissionsInput({ label, value, problem, onValue }: ControlProps<string>) {
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
    onValue(String(before ^ (1n << BigInt(bit))));
  };
  return (
    <fieldset class="choices permissions" aria-describedby={`${id}-chosen`}>
      <legend>{label}</legend>
      <p class="hint">{labels.hint}</p>
      <details class="block framed border-border open:pb-3 px-4" ref={details}>
        <summary class="py-2 font-semibold" id={`${id}-chosen`}>
          {chosen ? summaryOf(chosen.known) : labels.unreadable}
        </summary>
        <InputField label={labels.search} type="search" value={search} onValue={setSearch} />
        <div class="max-h-96 my-3 pt-1 overflow-y-auto overscroll-contain">
          {found.length === 0 && <p class="text-small text-muted">{labels.nothing}</p>}
          {PERMISSION_GROUPS.map((group) => {
            const permissions = found.filter((permission) => permission.group === group);
            if (permissions.length === 0) return null;
            return (
              <fieldset key={group} class="unframed mb-3">
                <legend class="text-small text-muted">{messages.permissions.groups[group]}</legend>
                {permissions.map((permission) => (
                  <PermissionChoice
                    key={permission.bit}
                    permission={permission}
                    isChosen={chosen?.known.includes(permission) ?? false}
                    onToggle={() => toggle(permission)}
                  />
                ))}
              </fieldset>
            );
          })}
        </div>
        <InputField
          label={labels.number}
          hint={labels.numberHint}
          problem={problem}
          value={value}
          onValue={onValue}
          inputMode="numeric"
        />
      </details>
    </fieldset>
  );
}

function PermissionChoice({
  permission: { key, isDangerous },
  isChosen,
  onToggle,
}: {
  permission: Permission;
  isChosen: boolean;
  onToggle: () => void;
}) {
  return (
    <label class="items-baseline p-[.2rem]">
      <input class="relative top-[.2rem]" type="checkbox" checked={isChosen} onChange={onToggle} />
      <span>
        {messages.permissionList[key].name}{' '}
        {isDangerous && <span class="badge pending">{labels.dangerous}</span>}
        <span class="block text-small text-muted">{messages.permissionList[key].text}</span>
      </span>
    </label>
  );
}

/** How many permissions are chosen, and how many of them are dangerous. */
function summaryOf(chosen: readonly Permission[]): string {
  const count = chosen.length;
  const dangerous = chosen.filter(({ isDangerous }) => isDangerous).length;
  if (count === 0) return labels.noneChosen;
  return dangerous === 0 ? labels.chosen({ count }) : labels.chosenWithDangerous({ count, dangerous });
}
