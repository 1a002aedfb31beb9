import type { VNode } from 'preact';

/** The label of a button. Screen readers also say which bot it is for. */
export function WithName({ label, name }: { label: string; name: string }): VNode {
  return (
    <span>
      {label}
      <span class="sr-only">
        {' '}
        – <bdi>{name}</bdi>
      </span>
    </span>
  );
}
