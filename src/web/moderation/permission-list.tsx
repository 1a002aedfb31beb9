import { decodePermissions } from '../kit/permissions.ts';
import { messages } from '../words/messages.ts';

const labels = messages.moderationTools.permissions;
const nameOf = messages.permissionList;

/** What the invite asks for: the dangerous permissions first and marked, the others behind a click. */
export function PermissionList({ permissions, scopes }: { permissions: string; scopes: readonly string[] }) {
  const decoded = decodePermissions(permissions);
  // With commands alone the bot is not a member of the server.
  if (!scopes.includes('bot') || !decoded) return <p class="muted">{labels.noMember}</p>;
  const { known, unknownCount } = decoded;
  if (known.length === 0 && unknownCount === 0) return <p class="muted">{labels.none}</p>;
  const dangerous = known.filter(({ isDangerous }) => isDangerous);
  const others = known.filter(({ isDangerous }) => !isDangerous);
  return (
    <>
      {dangerous.length > 0 && (
        <ul class="dangers" aria-label={labels.dangerous({ count: dangerous.length })}>
          {dangerous.map(({ key }) => (
            <li key={key}>
              <span class="badge rejected">{nameOf[key].name}</span>{' '}
              <span class="muted">{nameOf[key].text}</span>
            </li>
          ))}
        </ul>
      )}
      {(others.length > 0 || unknownCount > 0) && (
        <details>
          <summary>{labels.others({ count: others.length + unknownCount })}</summary>
          <p class="muted">{others.map(({ key }) => nameOf[key].name).join(', ')}</p>
          {unknownCount > 0 && <p>{labels.unknown({ count: unknownCount })}</p>}
        </details>
      )}
    </>
  );
}
