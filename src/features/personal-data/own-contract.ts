import { z } from 'zod'
import { flagSchema, formFields, idSchema, requiredLines, textField } from '#shared/fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { declineLengthMax, myDataForm, myDataMessages, reasons } from './validation.ts'

const byToken = z.object({ token: z.string({ error: myDataMessages.token }).trim().max(200) })
const tokenLimit = { calls: 60, seconds: 600 }
const detail = z.object({ detail: z.string() })

const request = z.object({
  id: z.number().int(),
  email: z.string(),
  reasons: z.array(z.enum(reasons)).describe('Why it was not done at once'),
  created_at: z.string(),
})
export type PrivacyRequest = z.infer<typeof request>

const ownStored = z.object({
  email: z.string(),
  stored: z.array(z.object({ title: z.string(), count: z.number().int() })),
  reasons: z.array(z.enum(reasons)).describe('Why staff would have to decide on an erasure'),
  is_used: z.boolean().describe('Whether an erasure was asked for by it: it is good for one'),
})

const staff = { tag: 'PersonalData', access: ['ADMIN'] } as const

export const ownDataContract = {
  requestLink: procedure({
    access: 'public',
    limit: { calls: 20, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/personal-data/',
      summary: 'Ask for a link to what is stored under an email',
      description:
        'The address gets an email, whether anything is stored or not. The response is always the same.',
    })
    .input(z.object({ email: textField(myDataForm.rules.email), website: formFields.website }))
    .output(detail),
  // Without a tag: the response is personal and must not be cached.
  ofToken: procedure({ access: 'public', limit: tokenLimit })
    .route({
      method: 'GET',
      path: '/website/personal-data/',
      summary: 'What is stored of whoever has the link in an email',
      description: '410 once it is too old, or the person was erased.',
    })
    .input(byToken)
    .output(ownStored),
  download: procedure({ access: 'public', limit: { calls: 10, seconds: 600 } })
    .route({
      method: 'GET',
      path: '/website/personal-data/download/',
      outputStructure: 'detailed',
      summary: 'Download what is stored of whoever has the link in an email',
    })
    .input(byToken)
    .output(fileResponse),
  eraseOwn: procedure({ tag: 'PersonalData', access: 'public', limit: tokenLimit })
    .route({
      method: 'POST',
      path: '/website/personal-data/erase/',
      summary: 'Erase whoever has the link in an email, or ask staff to',
    })
    .input(
      byToken.extend({
        sure: flagSchema.default(false).refine((isSure) => isSure, myDataMessages.sure),
      }),
    )
    .output(z.object({ outcome: z.enum(['ERASED', 'REQUESTED']) })),
  requests: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/personal-data/requests/',
      summary: 'List the requests to be erased, the oldest first',
    })
    .input(z.object(pageQuery()))
    .output(pageSchema(request)),
  decline: procedure({ ...staff, alsoChanges: ['Email'] })
    .route({
      method: 'POST',
      path: '/admin/personal-data/requests/{id}/decline/',
      summary: 'Decline a request to be erased: the person gets the reason by email',
    })
    .input(
      z.object({ id: idSchema, reason: requiredLines('Please enter a reason', declineLengthMax) }),
    )
    .output(detail),
}
