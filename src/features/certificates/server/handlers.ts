import { randomInt } from 'node:crypto'
import { isUniqueViolation } from '#database/errors.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editRow } from '#platform/http/edit-row.ts'
import { notFound, rejectFields, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit, limitClient } from '#platform/http/limits.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { deleteAudited } from '#platform/security/audit-log.ts'
import { attachment } from '#platform/storage/files.ts'
import { localDay } from '#shared/company.ts'
import { type Certificate, certificatesContract } from '../contract.ts'
import { certificateEmail, isSignedLink } from './certificate-email.ts'
import { certificatePdf } from './certificate-pdf.ts'
import {
  deleteCertificate,
  findCertificate,
  findCertificates,
  findLatestCertificate,
  insertCertificate,
  updateCertificate,
} from './queries.ts'

const procedures = implementContract(certificatesContract)

export const certificatesHandlers = procedures.router({
  download: procedures.download.handler(async ({ input, context }) => {
    const { email = '', signature = '' } = input
    if (!isSignedLink(context, email, signature)) await limitGuesses(context)
    const certificate = await findLatestCertificate(context.database, email)
    const pdf = await certificatePdf(certificate ?? nobodys)
    // A missing, an invalid and an unknown e-mail get the same response, after the same work.
    if (!certificate) throw notFound('A certificate for this e-mail')
    return {
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'content-disposition': attachment(`certificate_${certificate.email}.pdf`),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
      body: new Blob([new Uint8Array(pdf)]).stream(),
    }
  }),

  list: procedures.list.handler(({ input, context }) =>
    findCertificates(context.database, input, input),
  ),

  create: procedures.create.handler(async ({ input, context }) => {
    const { issued_on = localDay(context.now()), ...fields } = input
    checkDays(fields)
    const now = context.now().toISOString()
    const store = (number: string) =>
      context.database.transaction().execute(async (transaction) => {
        const row = { ...fields, issued_on, number }
        const certificate = await insertCertificate(transaction, row, now)
        await putInOutbox(transaction, certificateEmail(context, certificate), now)
        return certificate
      })
    return withFreeNumber(issued_on, store)
  }),

  update: procedures.update.handler(({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    return editRow(context, 'This certificate', {
      ...{ table: 'certificates', id, expected, changes },
      find: (transaction) => findCertificate(transaction, id),
      async write(transaction, after, version, before) {
        checkDays(after)
        await updateCertificate(transaction, after, version)
        if (emailKeyOf(after.email) !== emailKeyOf(before.email)) {
          const email = certificateEmail(context, after)
          await putInOutbox(transaction, email, context.now().toISOString())
        }
      },
    })
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await deleteAudited(context, 'certificate', input.id, (transaction) =>
      deleteCertificate(transaction, input.id),
    )
    if (!isDeleted) throw notFound('This certificate')
  }),
})

const guessLimits = {
  ofClient: { calls: 10, seconds: 10 * 60 },
  ofAll: { calls: 120, seconds: 60 * 60 },
}

/** Limits downloads by the e-mail alone, with which anybody can try e-mails. @throws 429 */
async function limitGuesses(context: RequestContext) {
  const key = 'certificate-by-email'
  await limitClient(context, key, guessLimits.ofClient)
  const waitS = await consumeLimit(context.database, key, guessLimits.ofAll, context.now())
  if (waitS !== null) throw tooManyRequests(context.responseHeaders, waitS)
}

/** Drawn where there is no certificate, so that the time of the response doesn't tell. */
const nobodys: Certificate = {
  id: 0,
  number: '2026-222222',
  full_name: 'Nobody At All',
  email: '',
  course: 'Software Engineering',
  cohort: 'A Cohort in Kigali',
  start: '2026-01-05',
  end: '2026-04-03',
  issued_on: '2026-04-10',
  created_at: '2026-04-10T08:00:00.000Z',
  updated_at: '2026-04-10T08:00:00.000Z',
}

function checkDays({ start, end }: Pick<Certificate, 'start' | 'end'>) {
  if (end <= start) throw rejectFields({ end: ['The end must be after the start'] })
}

/** Digits and letters that can't be confused with one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const triesMax = 5

/** Numbers are random, so that they reveal neither how many certificates there are nor the next number. */
async function withFreeNumber(
  day: string,
  store: (number: string) => Promise<Certificate>,
  tries = triesMax,
): Promise<Certificate> {
  const letters = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)])
  try {
    return await store(`${day.slice(0, 4)}-${letters.join('')}`)
  } catch (error) {
    if (!isUniqueViolation(error) || tries === 1) throw error
    return withFreeNumber(day, store, tries - 1)
  }
}
