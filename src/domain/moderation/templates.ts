import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';

/** A reason that a moderator has written to use it again. Nobody else sees it. */
export interface Template {
  readonly id: string;
  /** 1 to 60 characters. */
  readonly name: string;
  readonly text: string;
}

const NAME_LENGTH = { min: 1, max: 60 };
export const MAX_TEMPLATES = 30;

/** Lists the templates of a moderator, the oldest first. */
export async function listTemplates({ db }: WithDatabase, moderatorId: string): Promise<Template[]> {
  return db.sql<Template[]>`
    select id, name, text from moderation_templates where user_id = ${moderatorId} order by id limit ${MAX_TEMPLATES}`;
}

/**
 * Adds a template of a moderator, or changes one.
 *
 * @param template.id the one to change; null for a new one
 * @param template.name 1 to 60 characters
 * @param template.text 10 to 500 characters
 * @throws {InvalidInputError} when name or text is too short or too long
 * @throws {NotFoundError} when the moderator has no such template
 * @throws {ConflictError} when the moderator has thirty templates
 */
export async function saveTemplate(
  services: WithDatabase & WithClock & WithRandom,
  moderatorId: string,
  template: Omit<Template, 'id'> & { readonly id: string | null },
): Promise<void> {
  const name = readBoundedText('templateName', template.name, NAME_LENGTH);
  const text = readBoundedText('reason', template.text, REASON_LENGTH);
  const { id } = template;
  const now = services.now();
  await services.db.sql.begin(async (sql) => {
    if (id !== null) {
      const changed = isId(id)
        ? await sql`
          update moderation_templates set name = ${name}, text = ${text}
          where id = ${id} and user_id = ${moderatorId} returning id`
        : [];
      if (changed.length === 0) throw new NotFoundError('template.notFound');
      return;
    }
    // The lock makes concurrent calls wait, so that each one counts correctly.
    await sql`select from users where id = ${moderatorId} for no key update`;
    const added = await sql`
      insert into moderation_templates (id, user_id, name, text, created_at)
      select ${newId(services, now)}::uuid, ${moderatorId}, ${name}, ${text}, ${now}
      where (select count(*) from moderation_templates where user_id = ${moderatorId}) < ${MAX_TEMPLATES}
      returning id`;
    if (added.length === 0) throw new ConflictError('templates.tooMany', { max: MAX_TEMPLATES });
  });
}

/**
 * Deletes a template of a moderator.
 *
 * @throws {NotFoundError} when the moderator has no such template
 */
export async function deleteTemplate({ db }: WithDatabase, moderatorId: string, id: string): Promise<void> {
  const deleted = isId(id)
    ? await db.sql`
      delete from moderation_templates where id = ${id} and user_id = ${moderatorId} returning id`
    : [];
  if (deleted.length === 0) throw new NotFoundError('template.notFound');
}
