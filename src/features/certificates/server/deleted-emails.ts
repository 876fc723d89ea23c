import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { certificateEmail, isUntold, withholdOlderEmails } from './certificate-email.ts'
import { findCertificate } from './queries.ts'

/** Withholds what is unsent of a certificate that is deleted. That it was revoked stays so, and is told. */
export async function withholdEmailsOf(transaction: Transaction<Tables>, id: number) {
  await lockRow(transaction, 'certificates', id)
  const certificate = await findCertificate(transaction, id)
  if (certificate?.status === 'VALID') await withholdOlderEmails(transaction, certificate)
}

/** Writes again to the holder of a certificate that comes back, if the deletion withheld the email. */
export async function sendWithheld(
  transaction: Transaction<Tables>,
  context: RequestContext,
  id: number,
) {
  const certificate = await findCertificate(transaction, id)
  const services = { ...context, database: transaction }
  if (certificate?.status !== 'VALID' || !(await isUntold(services, certificate))) return
  const { CERTIFICATE, CERTIFICATE_CORRECTED } = (await context.readSettings(transaction)).visitors
  const template = certificate.version > 1 ? CERTIFICATE_CORRECTED : CERTIFICATE
  const email = certificateEmail(context, certificate, template)
  await putInOutbox(transaction, email, context.now().toISOString())
}
