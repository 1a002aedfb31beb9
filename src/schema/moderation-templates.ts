import {
  deleteTemplate,
  listTemplates,
  MAX_TEMPLATES,
  saveTemplate,
  type Template,
} from '../domain/moderation/templates.ts';
import { SIZES } from './bounds.ts';
import { builder } from './builder.ts';
import { moderatorErrors } from './errors.ts';

const TemplateRef = builder.objectRef<Template>('ModerationTemplate').implement({
  description: 'A reason that the viewer has written to use it again.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    name: t.exposeString('name', { description: 'What the viewer knows it by.' }),
    text: t.exposeString('text', { description: 'The reason.' }),
  }),
});

const TemplatesPayload = builder
  .objectRef<{ templates: readonly Template[] }>('ModerationTemplatesPayload')
  .implement({
    description: 'The templates after a change.',
    fields: (t) => ({
      templates: t.expose('templates', {
        type: [TemplateRef],
        description: 'The templates of the viewer, the oldest first.',
      }),
    }),
  });

builder.queryField('moderationTemplates', (t) =>
  t.withAuth({ moderator: true }).field({
    type: [TemplateRef],
    complexity: { field: 1, multiplier: MAX_TEMPLATES },
    description: `The templates of the viewer, the oldest first. At most ${MAX_TEMPLATES}. For moderators.`,
    resolve: (_, __, { services, viewer }) => listTemplates(services, viewer.userId),
  }),
);

builder.mutationField('saveModerationTemplate', (t) =>
  t.withAuth({ moderator: true }).field({
    type: TemplatesPayload,
    description: `Adds a template of the viewer, or changes one. A moderator has at most ${MAX_TEMPLATES}.`,
    args: {
      id: t.arg.id({ description: 'The template to change. Without it, a new one is added.' }),
      name: t.arg.string({ required: true, max: SIZES.line, description: '1 to 60 characters.' }),
      text: t.arg.string({ required: true, max: SIZES.text, description: '10 to 500 characters.' }),
    },
    errors: moderatorErrors,
    resolve: async (_, { id, ...template }, { services, viewer }) => {
      await saveTemplate(services, viewer.userId, { ...template, id: id ?? null });
      return { templates: await listTemplates(services, viewer.userId) };
    },
  }),
);

builder.mutationField('deleteModerationTemplate', (t) =>
  t.withAuth({ moderator: true }).field({
    type: TemplatesPayload,
    description: 'Deletes a template of the viewer.',
    args: { id: t.arg.id({ required: true, description: 'The template.' }) },
    errors: moderatorErrors,
    resolve: async (_, { id }, { services, viewer }) => {
      await deleteTemplate(services, viewer.userId, id);
      return { templates: await listTemplates(services, viewer.userId) };
    },
  }),
);
