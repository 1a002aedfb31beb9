import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
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
export function OwnTemplates({
  templates,
  reason,
  onChange,
}: {
  templates: readonly Template[];
  reason: string;
  onChange: (templates: readonly Template[]) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  /** The template that is edited; undefined for a new one. */
  const [edited, setEdited] = useState<Template>();
  const [name, setName] = useState('');
  const edit = (template: Template | undefined) => {
    setEdited(template);
    setName(template?.name ?? '');
  };
  const save = () =>
    run(async () => {
      const saved = await mutate(SAVE_TEMPLATE, { id: edited?.id ?? null, name, text: reason });
      onChange(saved.templates);
      edit(undefined);
      return labels.saved;
    });
  const remove = ({ id }: Template) =>
    run(async () => {
      onChange((await mutate(DELETE_TEMPLATE, { id })).templates);
      if (edited?.id === id) edit(undefined);
      return labels.removed;
    });
  return (
    <details class="own-templates">
      <summary>{labels.manage}</summary>
      <ul>
        {templates.map((template) => (
          <li key={template.id}>
            <Button onClick={() => edit(template)}>{labels.edit({ name: template.name })}</Button>
            <ConfirmButton
              isBusy={isBusy}
              warning={labels.removeWarning}
              onConfirm={() => void remove(template)}
            >
              {labels.remove({ name: template.name })}
            </ConfirmButton>
          </li>
        ))}
      </ul>
      <Form onSend={() => !isBusy && save()}>
        <InputField
          label={labels.name}
          problem={problem}
          isAlone
          maxLength={60}
          value={name}
          onValue={setName}
        />
        <div class="actions">
          <Button type="submit" isBusy={isBusy}>
            {edited ? labels.update : labels.save}
          </Button>
          {edited && <Button onClick={() => edit(undefined)}>{messages.common.cancel}</Button>}
        </div>
      </Form>
      <OutcomeLine outcome={outcome} />
    </details>
  );
}
