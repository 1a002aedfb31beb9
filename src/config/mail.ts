import { z } from 'zod';
import { type Checks, text, url } from './values.ts';

export const mail = z
  .object({
    smtpUrl: url('smtp:', 'smtps:').optional().meta({
      description: 'The mail server that sends notices by email',
      bounds: 'SMTP URL',
      example: 'smtps://user:password@mail.example.com',
      isSecret: true,
    }),
    mailFrom: text.optional().meta({
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

export function checkMail({ smtpUrl, mailFrom }: z.output<typeof mail>, { problems }: Checks): void {
  if (smtpUrl !== undefined && mailFrom === undefined) problems.push('MAIL_FROM is required with SMTP_URL');
}
