import type { ComponentChildren } from 'preact';
import { WholeIcon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';

/** Below its text in a narrow window, beside the icon. */
export const WARNING_LINK = 'self-center py-1 max-sm:ms-[2.1rem]';

/** What does not work, and what to do about it. */
export function Warning(props: {
  icon?: 'clock';
  title: string;
  /** Left out where the reader cannot open it. */
  href: string | undefined;
  link: string;
  children: ComponentChildren;
}) {
  return (
    <section class="warning" aria-label={props.title}>
      <WholeIcon name={props.icon ?? 'triangle-alert'} />
      <div>
        <h2>{props.title}</h2>
        <p>{props.children}</p>
      </div>
      {props.href && (
        <a class={WARNING_LINK} href={props.href}>
          {props.link}
        </a>
      )}
    </section>
  );
}

/** Each shard seems to report its own count. It is shown until the counts are steady. */
export function UnsteadyCounts({ counts }: { counts: readonly number[] }) {
  const labels = messages.warnings;
  return (
    <Warning title={labels.unsteady} href="/docs#stats" link={labels.openDocs}>
      {labels.unsteadyHelp({ counts: counts.map((count) => formatNumber(count)).join(' · ') })}
    </Warning>
  );
}
