import { z } from 'zod'
import { requiredEmail, requiredText } from '#shared/fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { confirmationMessage, erasureStatuses, soughtMessage } from './validation.ts'

const foundPerson = z.object({
  email: z.string().describe('In the spelling that addresses are compared in'),
  names: z.array(z.string()),
  phones: z.array(z.string()),
  has_account: z.boolean().describe('Whether they may sign in here: that is no part of this'),
  stored: z.array(
    z.object({
      table: z.string(),
      title: z.string(),
      in_trash: z.boolean(),
      count: z.number().int(),
      links: z.array(z.string()).describe('The pages of the first of them'),
    }),
  ),
  testimonials: z
    .array(
      z.object({
        id: z.number().int(),
        full_name: z.string(),
        title: z.string(),
        description: z.string(),
        status: z.string(),
      }),
    )
    .describe('By somebody of the same name, who may be another: they have no email'),
})
export type FoundPerson = z.infer<typeof foundPerson>

const erasure = z.object({
  id: z.number().int(),
  pseudonym: z.string(),
  status: z
    .enum(erasureStatuses)
    .describe('CHECKING: all is erased, and will be looked for once more'),
  counts: z
    .record(z.string(), z.number().int())
    .describe('How many rows, by table, and how many phone numbers were not looked for in texts'),
  asked_by: z.string().describe('The user who did it; empty for the link in an email'),
  last_error: z.string().describe('Why it broke off; it is tried again by itself'),
  created_at: z.string(),
  done_at: z.string().nullable(),
})
export type Erasure = z.infer<typeof erasure>

const email = requiredEmail('Email is required', 'Please enter a valid email')
const testimonial_ids = z
  .array(z.number().int().positive())
  .max(100)
  .default([])
  .describe('Testimonials that are theirs')

export const personalDataContract = {
  find: procedure({ access: ['ADMIN'] })
    .route({
      method: 'POST',
      path: '/admin/personal-data/find/',
      summary: 'Find people by email or phone number, with what is stored of them',
      description: 'A POST, so that neither stands in a URL. It changes nothing.',
    })
    .input(z.object({ sought: requiredText(soughtMessage, 254) }))
    .output(z.object({ people: z.array(foundPerson) })),
  export: procedure({ access: ['ADMIN'] })
    .route({
      method: 'POST',
      path: '/admin/personal-data/export/',
      outputStructure: 'detailed',
      summary: 'Download everything that is stored of a person: a page, JSON and their files',
    })
    .input(z.object({ email, testimonial_ids }))
    .output(fileResponse),
  erase: procedure({ tag: 'PersonalData', access: ['ADMIN'] })
    .route({
      method: 'POST',
      path: '/admin/personal-data/erase/',
      summary: 'Erase a person for good',
      description:
        'What cannot be done at once, such as when the process is killed, is done later by itself. What they send from then on stays.',
    })
    .input(
      z
        .object({
          email,
          confirmation: requiredText(confirmationMessage, 254).describe('The email once more'),
          testimonial_ids,
        })
        .refine(({ email, confirmation }) => email === confirmation, {
          path: ['confirmation'],
          error: confirmationMessage,
        }),
    )
    .output(erasure),
  erasures: procedure({ tag: 'PersonalData', access: ['ADMIN'] })
    .route({
      method: 'GET',
      path: '/admin/personal-data/erasures/',
      summary: 'List the erasures, the newest first',
    })
    .input(z.object(pageQuery()))
    .output(pageSchema(erasure)),
}
