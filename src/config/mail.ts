import { z } from 'zod';
import { type Reading, text, url } from './values.ts';

export const mail = z
  .object({
    SMTP_URL: url('smtp:', 'smtps:').optional().meta({
      description: 'The mail server that sends notices by email',
      bounds: 'SMTP URL',
      example: 'smtps://user:password@mail.example.com',
      isSecret: true,
    }),
    MAIL_FROM: text.optional().meta({
      description: 'The sender of emails; needed with `SMTP_URL`',
      bounds: 'address, or a name and an address',
      example: 'Orbit <notices@bots.example.com>',
    }),
  })
  .meta({
    title: 'Email',
    notes: `
Users can get notices by email if both are set. \`smtps://\` uses TLS from the start, mostly on port 465. \`smtp://\` uses
it when the server offers it, mostly on port 587.
`,
  });

export function readMail({ values, problems }: Reading<typeof mail>) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = values;
  if (smtpUrl !== undefined && from === undefined) problems.push('MAIL_FROM is required with SMTP_URL');
  return {
    /** The mail server, and the sender of emails; absent where no email is sent. */
    ...(smtpUrl !== undefined && from !== undefined && { mail: { url: smtpUrl, from } }),
  };
}
