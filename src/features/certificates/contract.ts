import { z } from 'zod'
import {
  dateOr,
  expectedVersion,
  idSchema,
  optionalFilter,
  requiredEmail,
  requiredText,
  searchFilter,
} from '#shared/fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { isPrintable } from './validation.ts'

/** Printed text, normalized (NFC), because the typeface has composed letters only. */
const printed = (message: string) =>
  requiredText(message, 80)
    .transform((text) => text.normalize('NFC'))
    .refine(isPrintable, 'The certificate cannot show some of these letters')

const certificateSchema = z.object({
  id: z.number().int(),
  number: z.string().describe('As printed on the certificate'),
  full_name: z.string(),
  email: z.string(),
  course: z.string(),
  cohort: z.string(),
  start: z.string(),
  end: z.string(),
  issued_on: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Certificate = z.infer<typeof certificateSchema>

const certificateInput = z.object({
  full_name: printed('Full name is required'),
  email: requiredEmail('Email is required', 'Please enter a valid email address'),
  course: printed('Course is required'),
  cohort: printed('Cohort is required'),
  start: dateOr('Start date is required'),
  end: dateOr('End date is required'),
  issued_on: optionalFilter(dateOr('Please enter a valid date')).describe('Today when left out'),
})

export const certificatesContract = {
  download: procedure({ tag: 'Certificates', access: 'public' })
    .route({
      method: 'GET',
      path: '/students/certificate/',
      outputStructure: 'detailed',
      summary: 'Download the latest certificate of the graduate with this e-mail, as a PDF',
      description:
        'The link in the email to the graduate carries a signature. Calls without it are limited by client and overall.',
    })
    .input(z.object({ email: optionalFilter(z.string()), signature: optionalFilter(z.string()) }))
    .output(fileResponse),
  list: procedure({ tag: 'Certificates', access: recruiters })
    .route({ method: 'GET', path: '/admin/certificates/', summary: 'List certificates' })
    .input(z.object({ ...pageQuery(), search: searchFilter }))
    .output(pageSchema(certificateSchema)),
  create: procedure({ tag: 'Certificates', access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/certificates/',
      successStatus: 201,
      summary: 'Issue a certificate',
    })
    .input(certificateInput)
    .output(certificateSchema),
  update: procedure({ tag: 'Certificates', access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/certificates/{id}/',
      summary: 'Correct a certificate, which keeps its number',
      description: 'A graduate whose e-mail is corrected is written to there.',
    })
    .input(
      certificateInput.partial().extend({ id: idSchema, expected_updated_at: expectedVersion }),
    )
    .output(certificateSchema),
  delete: procedure({ tag: 'Certificates', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/certificates/{id}/',
      successStatus: 204,
      summary: 'Withdraw a certificate for good',
    })
    .input(z.object({ id: idSchema })),
}
