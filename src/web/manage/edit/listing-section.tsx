import { mutate } from '../../client/request/graphql.ts';
import { useAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { EDIT, type Listing, type Tag } from '../listing-form/documents.ts';
import { fieldsOf, type ListingFields, toInput } from '../listing-form/listing-fields.ts';
import { ListingForm } from '../listing-form/listing-form.tsx';

/**
 * Edits a listing. A save names the revision that the form shows, so that it cannot overwrite the changes of somebody
 * else unseen.
 */
export function ListingSection({
  bot,
  tags,
  languages,
  onChange,
  onLoadNewest,
}: {
  bot: Listing;
  tags: readonly Tag[];
  languages: readonly string[];
  onChange: (listing: Listing) => void;
  onLoadNewest: () => Promise<Listing>;
}) {
  const { isBusy, outcome, run } = useAction();
  const save = async (fields: ListingFields) => {
    let stored: ListingFields | undefined;
    await run(async () => {
      const { botId, revision } = bot;
      const edited = await mutate(EDIT, { botId, revision, listing: toInput(fields) });
      onChange(edited);
      stored = fieldsOf(edited);
      return messages.common.saved;
    });
    return stored;
  };
  const loadNewest = async () => {
    let newest: ListingFields | undefined;
    await run(async () => {
      newest = fieldsOf(await onLoadNewest());
      return undefined;
    });
    return newest;
  };
  return (
    <Section id="listing" title={messages.sections.listing}>
      <ListingForm
        initial={fieldsOf(bot)}
        tags={tags}
        languages={languages}
        isBusy={isBusy}
        outcome={outcome}
        sendLabel={messages.fields.save}
        onSend={save}
        onLoadNewest={loadNewest}
      />
    </Section>
  );
}
