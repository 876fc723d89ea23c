import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import { retry, retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Certificate } from '../contract.ts'
import { certificateEmail } from './certificate-email.ts'
import { recordHistory } from './history.ts'
import { insertCertificates, type NewCertificate } from './queries.ts'

/**
 * Runs a transaction that issues certificates with new numbers, and again with others when one of them is taken, or
 * another transaction waited for it.
 * @param store is run from the start each time
 */
export const withNewNumbers = <Outcome>(
  context: RequestContext,
  store: (transaction: Transaction<Tables>) => Promise<Outcome>,
) =>
  retry(() => retryAfterDeadlock(() => context.database.transaction().execute(store)), {
    when: isUniqueViolation,
    triesMax: 5,
  })

type Issue = {
  action: 'issued' | 'imported'
  /** Whether the graduates are written to. */
  sendEmail: boolean
  /** For the line of the audit log. */
  details?: object
}

/**
 * Issues certificates, with their history, emails and a line of the audit log, except to those who have a valid one of
 * the cohort.
 * @returns the new ones
 */
export async function issueCertificates(
  context: RequestContext,
  transaction: Transaction<Tables>,
  certificates: readonly NewCertificate[],
  { action, sendEmail, details = {} }: Issue,
): Promise<Certificate[]> {
  const at = context.now().toISOString()
  const issued = await insertCertificates(transaction, certificates, at)
  if (issued.length === 0) return []
  await recordHistory(transaction, issued, { action }, { name: requireViewer(context).name, at })
  if (sendEmail) {
    const { CERTIFICATE } = (await context.readSettings(transaction)).visitors
    const emails = issued.map((one) => certificateEmail(context, one, CERTIFICATE))
    await putAllInOutbox(transaction, emails, at)
  }
  const only = issued.length === 1 ? issued[0] : undefined
  await writeAudit(transaction, context, {
    action: action === 'issued' ? 'created' : 'imported',
    target: 'certificate',
    id: only?.id ?? null,
    details: only ? details : { ...details, ids: issued.map(({ id }) => id) },
  })
  return issued
}

export const holdsOneMessage = 'This person has a valid certificate of this cohort already'

/** @throws 400 unless the end is after the start */
export function checkDays({ start, end }: Pick<Certificate, 'start' | 'end'>) {
  if (end <= start) throw invalidFields({ end: ['The end must be after the start'] })
}
