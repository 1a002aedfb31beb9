import {
  deleteTemplate,
  listTemplates,
  MAX_TEMPLATES,
  saveTemplate,
  type Template,
} from '../domain/moderation/templates.ts';
import { SIZES } from './bounds.ts';
import { builder, requiredText } from './builder.ts';
import { record } from './record.ts';
import { byModerators } from './shapes.ts';

const TemplateRef = record<Template>('ModerationTemplate')(
  'A reason that the viewer has written to use it again.',
  {
    id: ['ID', 'Its id.'],
    name: 'What the viewer knows it by.',
    text: 'The reason.',
  },
);

const TemplatesPayload = record<{ templates: readonly Template[] }>('ModerationTemplatesPayload')(
  'The templates after a change.',
  {
    templates: [[TemplateRef], 'The templates of the viewer, the oldest first.'],
  },
);

builder.queryField('moderationTemplates', (t) =>
  t.withAuth({ moderator: true }).field({
    type: [TemplateRef],
    complexity: { field: 1, multiplier: MAX_TEMPLATES },
    description: `The templates of the viewer, the oldest first. At most ${MAX_TEMPLATES}. For moderators.`,
    resolve: (_, __, { services, viewer }) => listTemplates(services, viewer.userId),
  }),
);

byModerators('saveModerationTemplate', {
  type: TemplatesPayload,
  description: `Adds a template of the viewer, or changes one. A moderator has at most ${MAX_TEMPLATES}.`,
  args: (t) => ({
    id: t.id({ description: 'The template to change. Without it, a new one is added.' }),
    name: requiredText(SIZES.line, '1 to 60 characters.'),
    text: requiredText(SIZES.text, '10 to 500 characters.'),
  }),
  act: async ({ id, ...template }, { services, viewer }) => {
    await saveTemplate(services, viewer.userId, { ...template, id: id ?? null });
    return { templates: await listTemplates(services, viewer.userId) };
  },
});

byModerators('deleteModerationTemplate', {
  type: TemplatesPayload,
  description: 'Deletes a template of the viewer.',
  args: (t) => ({ id: t.id({ required: true, description: 'The template.' }) }),
  act: async ({ id }, { services, viewer }) => {
    await deleteTemplate(services, viewer.userId, id);
    return { templates: await listTemplates(services, viewer.userId) };
  },
});
