import { ActButton, ActOutcome, useReload } from '../client/act.tsx';
import { CopyButton } from '../client/copy.tsx';
import { InputField } from '../client/fields.tsx';
import { mutate, Refused } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { pathOf } from './tabs.ts';
import { CONFIRM_SITE, type TeamBot } from './team-documents.ts';

const labels = messages.siteForm;

/** How the bot's website can name the reader as an owner, and whether it does. */
export function SiteSection({
  bot: { owners, siteStatement },
  botId,
  userId,
}: {
  bot: TeamBot;
  botId: string;
  userId: string;
}) {
  const reload = useReload();
  const site = owners.find((owner) => owner.userId === userId)?.site;
  const check = async () => {
    const { file, dns } = await mutate(CONFIRM_SITE, { botId });
    if (file === 'CONFIRMED' || dns === 'CONFIRMED') return labels.confirmed;
    // The website may have lost what it had confirmed before.
    await reload();
    throw new Refused(
      'CHECKS_FAILED',
      `${messages.common.labelled({ label: labels.file, value: labels.found[file] })} ${messages.common.labelled({ label: labels.record, value: labels.found[dns] })}`,
    );
  };
  return (
    <Section id="site" title={labels.title}>
      <p class="muted">{labels.intro}</p>
      {site && (
        <p>
          <span class="badge approved">{site.host}</span> {labels.methods[site.method]} ·{' '}
          <Time at={site.confirmedAt} />
        </p>
      )}
      {siteStatement ? (
        <div class="form">
          <Copied label={labels.line} value={siteStatement.entry} />
          <Copied label={labels.fileAt} value={siteStatement.fileUrl} />
          <Copied label={labels.recordAt} value={siteStatement.recordName} />
          <p class="muted">{labels.either}</p>
          <div class="actions">
            <ActButton act={check}>{labels.check}</ActButton>
            <ActOutcome />
          </div>
        </div>
      ) : (
        <p>
          <a href={pathOf(botId, 'listing')}>{labels.noWebsite}</a>
        </p>
      )}
    </Section>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <InputField
      label={label}
      value={value}
      readOnly
      spellcheck={false}
      beside={<CopyButton text={value} />}
    />
  );
}
