import type { VNode } from 'preact';
import { LINKS } from '../../terms/listing-fields.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';

type Links = Partial<Readonly<Record<(typeof LINKS)[number]['name'], string | null>>>;

export const hasLinks = (links: Links): boolean => LINKS.some(({ name }) => links[name]);

/** The links of a bot or of a user, each kind with its word and its icon. */
export function LinkList({ links }: { links: Links }): VNode | null {
  const items = LINKS.flatMap(({ name, icon }) => {
    const url = links[name];
    return url ? [{ url, icon, label: messages.fields[name] }] : [];
  });
  if (items.length === 0) return null;
  return (
    <ul class="links">
      {items.map(({ url, icon, label }) => (
        <li>
          <a href={url} rel="nofollow ugc noopener">
            <Icon name={icon} />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
