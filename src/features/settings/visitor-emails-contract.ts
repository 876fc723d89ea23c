import { z } from 'zod'
import { procedure } from '#shared/procedure.ts'
import { validateField } from '#shared/validation.ts'
import { visitorEmailKinds, visitorEmailRules } from '#shared/visitor-emails.ts'

const text = (message: string) => z.string({ error: message }).trim()

const written = z
  .object({
    kind: z.enum(visitorEmailKinds, { error: 'Please choose an email' }),
    subject: text('Subject is required'),
    text: text('Text is required'),
  })
  .superRefine(({ kind, ...texts }, context) => {
    for (const field of ['subject', 'text'] as const) {
      const problem = validateField(visitorEmailRules[kind][field], texts[field])
      if (problem) context.addIssue({ code: 'custom', message: problem, path: [field] })
    }
  })

export const visitorEmailsContract = {
  preview: procedure({ access: ['ADMIN'] })
    .route({
      method: 'POST',
      path: '/admin/settings/visitors/preview/',
      summary: 'An email as it would be sent',
    })
    .input(written)
    .output(
      z.object({
        name: z.string(),
        recipient: z.string(),
        subject: z.string(),
        html: z.string(),
      }),
    ),
  test: procedure({ tag: 'Email', access: ['ADMIN'] })
    .route({
      method: 'POST',
      path: '/admin/settings/visitors/test/',
      summary: 'Send an email to oneself, as it would be sent',
    })
    .input(written)
    .output(z.object({ recipient: z.string() })),
}
