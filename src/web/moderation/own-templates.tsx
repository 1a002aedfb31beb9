import { useState } from 'preact/hooks';
import { ActButton, ActOutcome, Acts, SendButton, useActs } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { useData } from '../client/data.tsx';
import { InputField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { DELETE_TEMPLATE, SAVE_TEMPLATE, TEMPLATES, type Template } from './documents.ts';

const labels = messages.moderationTools.templates;

/** The moderator's own templates. Without them, a reason is written as well. */
export function useOwnTemplates() {
  const { data, setData } = useData(async () => (await query(TEMPLATES, {})).moderationTemplates);
  return { own: data ?? [], setOwn: (changed: readonly Template[]) => setData(() => [...changed]) };
}

/**
 * Saves the text of the reason as a template, and edits and deletes templates. It stands in the form of the reason, so
 * its form is one inside a form.
 *
 * @param reason the present text of the reason, which a template gets
 */
export function OwnTemplates(props: TemplatesProps) {
  return (
    <details class="my-2">
      <summary>{labels.manage}</summary>
      <Acts>
        <Templates {...props} />
        <ActOutcome />
      </Acts>
    </details>
  );
}

interface TemplatesProps {
  readonly templates: readonly Template[];
  readonly reason: string;
  readonly onChange: (templates: readonly Template[]) => void;
}

function Templates({ templates, reason, onChange }: TemplatesProps) {
  const { act, isBusy, problem } = useActs();
  /** The template that is edited; undefined for a new one. */
  const [edited, setEdited] = useState<Template>();
  const [name, setName] = useState('');
  const edit = (template: Template | undefined) => {
    setEdited(template);
    setName(template?.name ?? '');
  };
  const save = async () => {
    const saved = await mutate(SAVE_TEMPLATE, { id: edited?.id ?? null, name, text: reason });
    onChange(saved.templates);
    edit(undefined);
    return labels.saved;
  };
  const remove = async ({ id }: Template) => {
    onChange((await mutate(DELETE_TEMPLATE, { id })).templates);
    if (edited?.id === id) edit(undefined);
    return labels.removed;
  };
  return (
    <>
      <ul class="items my-2">
        {templates.map((template) => (
          <li key={template.id} class="flex gap-3 items-center justify-between py-1">
            <Button onClick={() => edit(template)}>{labels.edit({ name: template.name })}</Button>
            <ActButton warning={labels.removeWarning} act={() => remove(template)}>
              {labels.remove({ name: template.name })}
            </ActButton>
          </li>
        ))}
      </ul>
      <Form onSend={() => !isBusy && act(save, { isOfField: true })}>
        <InputField
          label={labels.name}
          problem={problem}
          isAlone
          maxLength={60}
          value={name}
          onValue={setName}
        />
        <div class="actions">
          <SendButton>{edited ? labels.update : labels.save}</SendButton>
          {edited && <Button onClick={() => edit(undefined)}>{messages.common.cancel}</Button>}
        </div>
      </Form>
    </>
  );
}
