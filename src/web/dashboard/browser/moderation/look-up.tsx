import { useState } from 'preact/hooks';
import { FieldForm } from '../form/field-form.tsx';
import { readId } from '../form/read-id.ts';
import { useFieldAction } from '../request/use-action.ts';
import { texts } from '../texts.ts';

const labels = texts.moderation;

/** Opens any listing by its id. A suspended listing is not in the queue, and may have to be restored. */
export function LookUp({ onFound }: { onFound: (botId: string) => void }) {
  const [wanted, setWanted] = useState('');
  const { problem, run } = useFieldAction();
  const look = async () => {
    onFound(readId(wanted));
    setWanted('');
    return undefined;
  };
  return (
    <FieldForm
      label={labels.lookUp}
      problem={problem}
      value={wanted}
      onInput={setWanted}
      inputMode="numeric"
      button={labels.lookUpButton}
      isBusy={false}
      onSend={() => run(look)}
    />
  );
}
