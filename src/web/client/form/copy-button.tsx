import { messages } from '../../words/messages.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { Refused } from '../request/refused.ts';
import { useAction } from '../request/use-action.ts';
import { Button } from './button.tsx';

/** @param label the accessible name, where it is not the text */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { outcome, run } = useAction();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Refused('NOT_COPIED', messages.common.notCopied);
    }
    return messages.common.copied;
  };
  return (
    <span class="copy">
      <Button label={label} onClick={() => void run(copy)}>
        {messages.common.copy}
      </Button>
      <OutcomeLine outcome={outcome} />
    </span>
  );
}
