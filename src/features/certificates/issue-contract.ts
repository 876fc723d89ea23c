import { z } from 'zod'
import { dateOr, flagSchema, idSchema, refuseBy, requiredText } from '#shared/fields.ts'
import { optionalFilter } from '#shared/list-fields.ts'
import { procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { certificateStaff, printed, sendEmail, writesEmails } from './contract.ts'
import {
  certificateFileBytesMax,
  certificateOutcomes,
  issueRowsMax,
  printedLengthMax,
  validatePrinted,
} from './validation.ts'

/** For many rows: the message tells which text cannot be printed. */
const namedPrinted = (message: string) =>
  requiredText(message, printedLengthMax)
    .transform((text) => text.normalize('NFC'))
    .superRefine(
      refuseBy((text) => {
        const problem = validatePrinted(text)
        return problem && `${text}: ${problem}`
      }),
    )

const candidate = z.object({
  id: z.number().int().describe('Of the application'),
  full_name: z.string(),
  email: z.string(),
  course: z.string().describe('The name of the tech stack'),
  certificate: z
    .object({ id: z.number().int(), number: z.string() })
    .nullable()
    .describe('The valid certificate of this cohort that they have already'),
})
export type Candidate = z.infer<typeof candidate>

const hasEnded = z.boolean().describe('Certificates are issued from its last day on')

const cohortToIssue = z.object({
  id: z.number().int(),
  name: z.string(),
  end: z.string(),
  has_ended: hasEnded,
  waiting: z
    .number()
    .int()
    .describe('Accepted applicants without a certificate; none while it goes on'),
})
export type CohortToIssue = z.infer<typeof cohortToIssue>

const candidatesSchema = z.object({
  cohort: z.object({
    id: z.number().int(),
    name: z.string(),
    start: z.string(),
    end: z.string(),
    has_ended: hasEnded,
  }),
  results: z.array(candidate).describe('Those without a certificate first, then by name'),
  total_items: z.number().int(),
})
export type Candidates = z.infer<typeof candidatesSchema>

const issueRow = z.object({
  application_id: idSchema,
  full_name: namedPrinted('Every name is required'),
  course: namedPrinted('Every course is required'),
})

const number = z.object({ id: z.number().int(), number: z.string(), full_name: z.string() })
const issueOutcome = z.object({
  issued: z.array(number),
  known: z.array(number).describe('The certificates that they had already'),
  failed: z.array(z.object({ id: z.number().int(), full_name: z.string(), detail: z.string() })),
})
export type IssueOutcome = z.infer<typeof issueOutcome>

const importFile = z.file({ error: 'Please choose a CSV file' })
const count = z.number().int()
const importReport = z.object({
  counts: z.object({
    added: count,
    known: count.describe('Those who have a valid certificate of that cohort'),
    repeated: count.describe('Those that stand in the file before'),
    invalid: count,
  }),
  rows: z.array(
    z.object({
      line: count,
      text: z.string().describe('The name, and what is wrong'),
      outcome: z.enum(certificateOutcomes),
    }),
  ),
})

export const issueContract = {
  cohortsToIssue: procedure(certificateStaff)
    .route({
      method: 'GET',
      path: '/admin/certificates/cohorts/',
      summary: 'The cohorts, those that have ended and wait for certificates first',
    })
    .output(z.object({ results: z.array(cohortToIssue) })),
  candidates: procedure(certificateStaff)
    .route({
      method: 'GET',
      path: '/admin/certificates/cohorts/{id}/',
      summary: 'The accepted applicants of a cohort, and which certificates they have',
      description: `At most ${issueRowsMax}; those without a certificate come first.`,
    })
    .input(z.object({ id: idSchema }))
    .output(candidatesSchema),
  issueCohort: procedure(writesEmails)
    .route({
      method: 'POST',
      path: '/admin/certificates/cohorts/{id}/',
      summary: 'Issue certificates to accepted applicants of a cohort, all at once',
      description:
        'Whoever has a valid certificate of the cohort gets no second one, so the call can be repeated. A cohort that has not ended is refused.',
    })
    .input(
      z.object({
        id: idSchema,
        cohort: printed('Cohort is required'),
        start: dateOr('Start date is required'),
        end: dateOr('End date is required'),
        issued_on: optionalFilter(dateOr('Please enter a valid date')),
        send_email: sendEmail,
        rows: z
          .array(issueRow, { error: 'Please tick at least one name' })
          .min(1, 'Please tick at least one name')
          .max(issueRowsMax, `At most ${issueRowsMax} at once`),
      }),
    )
    .output(issueOutcome),
  pdfs: procedure(certificateStaff)
    .route({
      method: 'GET',
      path: '/admin/certificates/pdfs/',
      summary: 'How many certificates wait for their PDF to be made',
      description: 'One that is downloaded before is made then.',
    })
    .output(z.object({ waiting: z.number().int() })),
  previewImport: procedure({ access: recruiters, files: { file: certificateFileBytesMax } })
    .route({
      method: 'POST',
      path: '/admin/certificates/import/preview/',
      summary: 'What an import of a CSV file would do with each row',
      description:
        'Multipart form data. Columns: Name, Email, Course, Cohort, Start, End, and if there are, Issued on and Number.',
    })
    .input(z.object({ file: importFile }))
    .output(importReport),
  import: procedure({
    ...writesEmails,
    files: { file: certificateFileBytesMax },
  })
    .route({
      method: 'POST',
      path: '/admin/certificates/import/',
      summary: 'Issue the certificates of a CSV file',
      description: 'Rows that are not valid are left out, and so is who has one of that cohort.',
    })
    .input(
      z.object({
        file: importFile,
        send_email: flagSchema.default(false).describe('Whether those who are new are written to'),
      }),
    )
    .output(importReport),
}
