import { CopyButton } from '../../client/form/copy-button.tsx';
import { messages } from '../../words/messages.ts';

/** Code to copy. */
export function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <div class="snippet">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={messages.snippets.copyOf({ what: title })} />
    </div>
  );
}
