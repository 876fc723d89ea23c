import { z } from 'zod'
import { exportInput } from '#shared/export-input.ts'
import {
  choiceOf,
  dateOr,
  dateSchema,
  flagSchema,
  idSchema,
  refuseBy,
  requiredEmail,
  requiredText,
} from '#shared/fields.ts'
import { expectedVersion, optionalFilter, searchFilter, severalTexts } from '#shared/list-fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import {
  certificateActions,
  certificateOrders,
  certificateStatuses,
  printedLengthMax,
  revocationLengthMax,
  validatePrinted,
} from './validation.ts'

/** Printed text, normalized (NFC), because the first of the typefaces has composed letters only. */
export const printed = (message: string) =>
  requiredText(message, printedLengthMax)
    .transform((text) => text.normalize('NFC'))
    .superRefine(refuseBy(validatePrinted))

const certificateSchema = z.object({
  id: z.number().int(),
  number: z.string().describe('As printed on the certificate; stays when it is corrected'),
  code: z.string().describe('Printed as well, other in each version: anybody can check it by that'),
  full_name: z.string(),
  email: z.string(),
  course: z.string(),
  cohort: z.string(),
  start: z.string(),
  end: z.string(),
  issued_on: z.string(),
  version: z.number().int().describe('Printed from 2 on; counts corrections of what is printed'),
  corrected_on: z.string().nullable(),
  status: z.enum(certificateStatuses),
  revoked_at: z.string().nullable(),
  revoked_reason: z.string(),
  application_id: z.number().int().nullable().describe('Where it was issued with its cohort'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Certificate = z.infer<typeof certificateSchema>

const historyEntry = z.object({
  id: z.number().int(),
  action: z.enum(certificateActions),
  version: z.number().int(),
  note: z.string().describe('Why it was revoked'),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  by_name: z.string(),
  created_at: z.string(),
})
export type CertificateHistoryEntry = z.infer<typeof historyEntry>

const certificateDetail = certificateSchema.extend({
  history: z.array(historyEntry).describe('The latest first'),
})

export const certificateInput = z.object({
  full_name: printed('Full name is required'),
  email: requiredEmail('Email is required', 'Please enter a valid email address'),
  course: printed('Course is required'),
  cohort: printed('Cohort is required'),
  start: dateOr('Start date is required'),
  end: dateOr('End date is required'),
  issued_on: optionalFilter(dateOr('Please enter a valid date')).describe('Today when left out'),
})

const filters = {
  search: searchFilter,
  cohort: severalTexts(printedLengthMax),
  course: severalTexts(printedLengthMax),
  status: optionalFilter(choiceOf(certificateStatuses, 'Please choose a status')),
  issued_from: optionalFilter(dateSchema),
  issued_to: optionalFilter(dateSchema),
}

const ordering = optionalFilter(z.enum(certificateOrders)).describe('By default -issued_on')

/** Whether the graduate is written to. */
export const sendEmail = flagSchema.default(true)

export const certificateStaff = { tag: 'Certificates', access: recruiters } as const

export const writesEmails = { ...certificateStaff, alsoChanges: ['Email'] } as const

export const certificatesContract = {
  download: procedure({ tag: 'Certificates', access: 'public' })
    .route({
      method: 'GET',
      path: '/students/certificate/',
      outputStructure: 'detailed',
      summary: 'Download the latest valid certificate of the graduate with this email, as a PDF',
      description:
        'The link in the email to the graduate carries a signature. Calls without it are limited by client and overall. Whoever has the link is told when the certificate was revoked (410); others get the same response as for an unknown email.',
    })
    .input(z.object({ email: optionalFilter(z.string()), signature: optionalFilter(z.string()) }))
    .output(fileResponse),
  list: procedure(certificateStaff)
    .route({ method: 'GET', path: '/admin/certificates/', summary: 'List certificates' })
    .input(z.object({ ...pageQuery(), ...filters, ordering }))
    .output(pageSchema(certificateSchema)),
  facets: procedure(certificateStaff)
    .route({
      method: 'GET',
      path: '/admin/certificates/facets/',
      summary: 'The cohorts and courses that certificates name',
    })
    .output(z.object({ cohorts: z.array(z.string()), courses: z.array(z.string()) })),
  get: procedure(certificateStaff)
    .route({
      method: 'GET',
      path: '/admin/certificates/{id}/',
      summary: 'A certificate with its history',
    })
    .input(z.object({ id: idSchema }))
    .output(certificateDetail),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/certificates/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download exactly the filtered certificates as csv, xlsx or json',
    })
    .input(exportInput(filters, ordering))
    .output(fileResponse),
  create: procedure(writesEmails)
    .route({
      method: 'POST',
      path: '/admin/certificates/',
      successStatus: 201,
      summary: 'Issue a certificate, unless the graduate has a valid one of this cohort',
    })
    .input(
      certificateInput.extend({
        revoked_id: idSchema
          .optional()
          .describe(
            'The revoked certificate in whose place it is issued, whose application it has',
          ),
      }),
    )
    .output(certificateSchema),
  update: procedure(writesEmails)
    .route({
      method: 'PATCH',
      path: '/admin/certificates/{id}/',
      summary: 'Correct a certificate, which keeps its number',
      description:
        'A correction of what is printed makes a new version, which says so. The graduate is written to, and always at an email that is corrected.',
    })
    .input(
      certificateInput
        .partial()
        .extend({ id: idSchema, send_email: sendEmail, expected_updated_at: expectedVersion }),
    )
    .output(certificateSchema),
  revoke: procedure(writesEmails)
    .route({
      method: 'POST',
      path: '/admin/certificates/{id}/revoke/',
      summary: 'Revoke a certificate with a reason: it is served no longer',
    })
    .input(
      z.object({
        id: idSchema,
        reason: requiredText('Please enter a reason', revocationLengthMax),
        send_email: sendEmail.describe('Whether the graduate is told, with the reason'),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(certificateSchema),
  resend: procedure(writesEmails)
    .route({
      method: 'POST',
      path: '/admin/certificates/{id}/resend/',
      summary: 'Send the email with the link again',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ detail: z.string() })),
  delete: procedure(writesEmails)
    .route({
      method: 'DELETE',
      path: '/admin/certificates/{id}/',
      successStatus: 204,
      summary: 'Move a certificate and its history to the trash',
    })
    .input(z.object({ id: idSchema })),
}
