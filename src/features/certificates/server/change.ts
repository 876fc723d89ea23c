import { isUniqueViolation } from '#database/errors.ts'
import { lockRow } from '#database/lock-row.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, invalidFields, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { refuseRepeat } from '#platform/mail/refuse-repeat.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { localDay } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'
import { certificateEmail, revocationEmail, withholdOlderEmails } from './certificate-email.ts'
import { recordHistory } from './history.ts'
import { checkDays, holdsOneMessage } from './issue.ts'
import { findCertificate, keepVersion, revokeCertificate, updateCertificate } from './queries.ts'
import { newCode } from './random-code.ts'
import { dropPdf } from './stored-pdf.ts'

const subject = 'This certificate'
const printedFields = ['full_name', 'course', 'cohort', 'start', 'end', 'issued_on'] as const
const correctedFields = [...printedFields, 'email'] as const

type Corrections = Partial<Pick<Certificate, (typeof correctedFields)[number]>>
type Edit = { id: number; expected_updated_at?: string; send_email: boolean }

/**
 * Corrects a certificate. What is printed in other words than before is a new version of it.
 * @throws 409 also when its holder, who would be written to, was sent many emails today
 */
export function correctCertificate(
  context: RequestContext,
  { id, expected_updated_at: expected, send_email }: Edit,
  changes: { [Field in keyof Corrections]: Corrections[Field] | undefined },
) {
  return editRow(context, subject, {
    table: 'certificates',
    id,
    expected,
    changes,
    find: (transaction) => findCertificate(transaction, id),
    async write(transaction, after, updatedAt, before) {
      if (before.status === 'REVOKED') throw conflict(revokedMessage)
      if (!after.email) throw conflict(erasedMessage)
      checkDays(after)
      const fields = correctedFields.filter((field) => after[field] !== before[field])
      if (fields.length === 0) return
      const isReprinted = printedFields.some((field) => after[field] !== before[field])
      const corrected = isReprinted
        ? {
            ...after,
            version: before.version + 1,
            code: newCode(),
            corrected_on: localDay(context.now()),
          }
        : after
      const at = context.now().toISOString()
      if (isReprinted) await dropPdf(transaction, id)
      // Certificates from before there were codes have none: no earlier version can be checked.
      if (isReprinted && before.code) await keepVersion(transaction, before, at)
      await updateCertificate(transaction, corrected, updatedAt)
      await recordHistory(
        transaction,
        [corrected],
        {
          action: 'corrected',
          changes: fields.map((field) => ({ field, from: before[field], to: after[field] })),
        },
        { name: requireViewer(context).name, at },
      )
      const isElsewhere = emailKeyOf(after.email) !== emailKeyOf(before.email)
      if (isElsewhere || (isReprinted && send_email)) {
        const { visitors } = await context.readSettings(transaction)
        const { CERTIFICATE, CERTIFICATE_CORRECTED } = visitors
        await requireStaffLimit(transaction, [after], context.now())
        await withholdOlderEmails(transaction, before)
        const template = corrected.version > 1 ? CERTIFICATE_CORRECTED : CERTIFICATE
        await putInOutbox(transaction, certificateEmail(context, corrected, template), at)
      }
      const line = { action: 'changed', target: 'certificate', id, details: { fields } } as const
      await writeAudit(transaction, context, line)
    },
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw invalidFields({ email: [holdsOneMessage] })
    throw error
  })
}

/**
 * Revokes a certificate for good: it is served no longer.
 * @throws 409 also for an email to who was sent many today: it can be revoked without one
 */
export const revoke = (
  context: RequestContext,
  { id, expected_updated_at: expected, send_email, reason }: Edit & { reason: string },
) =>
  editRow(context, subject, {
    table: 'certificates',
    id,
    expected,
    changes: { revoked_reason: reason },
    find: (transaction) => findCertificate(transaction, id),
    async write(transaction, after, updatedAt, before) {
      if (before.status === 'REVOKED') throw conflict('This certificate is revoked already.')
      await revokeCertificate(transaction, after, updatedAt)
      await dropPdf(transaction, id)
      const isTold = send_email && after.email !== ''
      // Before rows of the outbox, as elsewhere.
      if (isTold) await requireStaffLimit(transaction, [after], context.now())
      await withholdOlderEmails(transaction, before)
      const at = context.now().toISOString()
      const by = { name: requireViewer(context).name, at }
      await recordHistory(transaction, [before], { action: 'revoked', note: reason }, by)
      if (isTold) {
        const { CERTIFICATE_REVOKED } = (await context.readSettings(transaction)).visitors
        await putInOutbox(transaction, revocationEmail(after, CERTIFICATE_REVOKED), at)
      }
      await writeAudit(transaction, context, { action: 'revoked', target: 'certificate', id })
    },
  })

/** Sends the email with the link again. @returns the address @throws 409 also when that was just done, or often today */
export const resend = (context: RequestContext, id: number) =>
  context.database.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'certificates', id)
    const certificate = await findCertificate(transaction, id)
    if (!certificate) throw notFound(subject)
    if (certificate.status === 'REVOKED') throw conflict(revokedMessage)
    if (!certificate.email) throw conflict(erasedMessage)
    const { CERTIFICATE } = (await context.readSettings(transaction)).visitors
    const email = certificateEmail(context, certificate, CERTIFICATE)
    await refuseRepeat(transaction, context, email)
    await requireStaffLimit(transaction, [certificate], context.now())
    const at = context.now().toISOString()
    await withholdOlderEmails(transaction, certificate)
    await putInOutbox(transaction, email, at)
    const by = { name: requireViewer(context).name, at }
    await recordHistory(transaction, [certificate], { action: 'sent' }, by)
    await writeAudit(transaction, context, { action: 'resent', target: 'certificate', id })
    return certificate.email
  })

const erasedMessage = 'Whoever held this certificate has had their data erased.'

const revokedMessage = 'This certificate is revoked. Please issue a new one instead.'
