import type { RequestContext } from '#platform/http/context.ts'
import { gone, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit, limitClient } from '#platform/http/limits.ts'
import { attachment } from '#platform/storage/files.ts'
import { formatLocalDate } from '#shared/format.ts'
import type { Certificate } from '../contract.ts'
import { isSignedLink } from './certificate-email.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { findLatestCertificate } from './queries.ts'
import { getCertificatePdf } from './stored-pdf.ts'

/**
 * The PDF of the graduate's latest valid certificate.
 * @throws 404 where there is none; 410 for who has the link of the email, when it was revoked; 429
 */
export async function downloadCertificate(
  context: RequestContext,
  { email = '', signature = '' }: { email?: string; signature?: string },
) {
  const isSigned = isSignedLink(context, email, signature)
  if (!isSigned) await limitGuesses(context)
  const found = await findLatestCertificate(context.database, email)
  if (isSigned && found?.revoked_at) {
    const { contact } = await context.readSettings()
    throw gone(revokedText(found.number, found.revoked_at, contact.email))
  }
  const certificate = found?.status === 'VALID' ? found : null
  if (!certificate) {
    // A missing, an invalid, an unknown and a revoked email get the same response, after the same work. Who has the link
    // learns nothing by it, and isn't limited.
    if (!isSigned) await certificatePdf(nobodys, context.config)
    throw notFound('A certificate for this email')
  }
  const pdf = await getCertificatePdf(context, certificate)
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
}

const revokedText = (number: string, at: string, email: string) =>
  `Your certificate ${number} was revoked on ${formatLocalDate(at)} and is no longer valid. Please write to ${email} if you have a question.`

const guessLimits = {
  ofClient: { calls: 10, seconds: 10 * 60 },
  ofAll: { calls: 120, seconds: 60 * 60 },
}

/** Limits downloads by the email alone, with which anybody can try emails. @throws 429 */
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
  code: '2222-2222-2222',
  full_name: 'Nobody At All',
  email: '',
  course: 'Software Engineering',
  cohort: 'A Cohort in Kigali',
  start: '2026-01-05',
  end: '2026-04-03',
  issued_on: '2026-04-10',
  version: 1,
  corrected_on: null,
  status: 'VALID',
  revoked_at: null,
  revoked_reason: '',
  application_id: null,
  created_at: '2026-04-10T08:00:00.000Z',
  updated_at: '2026-04-10T08:00:00.000Z',
}
