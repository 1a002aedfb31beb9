import { Button } from '../client/form/button.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import type { ModeratedBot } from './documents.ts';

const labels = messages.moderation;

/** The open reports about a listing, with buttons that close all of them. */
export function OpenReports({
  reports,
  isBusy,
  isOff,
  onClose,
}: {
  reports: NonNullable<ModeratedBot['openReports']>;
  isBusy: boolean;
  isOff: boolean;
  onClose: (outcome: 'ACTED' | 'DISMISSED') => void;
}) {
  return (
    <section aria-labelledby="reports-title">
      <h3 id="reports-title">{labels.openReports}</h3>
      <ul class="reports">
        {reports.map((report) => (
          <li key={report.id}>
            <span class="badge rejected">{labels.categories[report.category]}</span>{' '}
            <span class="muted">
              <Time at={report.createdAt} /> · {report.userId}
            </span>
            <p>{report.text}</p>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button isBusy={isBusy} isOff={isOff} shortcut="d" onClick={() => onClose('DISMISSED')}>
          {labels.dismiss}
        </Button>
        <Button isBusy={isBusy} isOff={isOff} onClick={() => onClose('ACTED')}>
          {labels.acted}
        </Button>
      </div>
    </section>
  );
}
