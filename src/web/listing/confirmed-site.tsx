import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';

interface Site {
  readonly host: string;
  readonly method: 'FILE' | 'DNS';
}

/** The website that names somebody as the owner of a bot, and how it does this. */
export function ConfirmedSite({ host, method }: Site): VNode {
  return (
    <small class="verified flex gap-[.4rem] text-muted [&>.icon]:mt-[.15rem] [&>.icon]:text-good">
      <Icon name="shield-check" /> {messages.bot.verified[method]({ host })}
    </small>
  );
}

/** Which website names one of the owners; undefined if none does. */
export function verification(
  owners: readonly { readonly site: Pick<Site, 'host'> | null }[],
): string | undefined {
  const site = owners.find((owner) => owner.site)?.site;
  return site ? messages.bot.verifiedBy({ host: site.host }) : undefined;
}
