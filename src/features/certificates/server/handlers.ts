import { lockRow } from '#database/lock-row.ts'
import { searchable } from '#database/search.ts'
import { conflictOf, invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import type { Erased } from '#platform/retention/erased.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { localDay } from '#shared/company.ts'
import { certificatesContract } from '../contract.ts'
import { correctCertificate, resend, revoke } from './change.ts'
import { sendWithheld, withholdEmailsOf } from './deleted-emails.ts'
import { downloadCertificate } from './download.ts'
import { exportCertificates } from './export.ts'
import { findHistory } from './history.ts'
import { checkDays, holdsOneMessage, issueCertificates, withNewNumbers } from './issue.ts'
import {
  findApplicationOf,
  findCertificate,
  findCertificates,
  findHeldFor,
  findNames,
} from './queries.ts'
import { newNumber } from './random-code.ts'
import { findStrayPdfs } from './stored-pdf.ts'

const procedures = implementContract(certificatesContract)

const holdsAnother = {
  email: ['They have another valid certificate of this cohort now. Revoke that first.'],
}

export const certificateTrash = trashKind({
  name: 'certificate',
  table: 'certificates',
  async afterRestore(transaction, { id }, context) {
    await sendWithheld(transaction, context, id)
    return []
  },
  titleOf: ({ full_name, number }) => `${full_name} (${number})`,
  wordsOf: ({ email }) => email,
  unique: [
    { columns: ['holder_key'], taken: holdsAnother },
    { columns: ['number'], taken: { number: ['Another certificate has this number now.'] } },
  ],
  // As issuing does: one for the same application counts, too, however its cohort is printed and whatever its email.
  async beforeRestore(transaction, { application_id, revoked_at }) {
    if (application_id === null || revoked_at !== null) return
    await lockRow(transaction, 'applications', application_id)
    const held = await findHeldFor(transaction, [application_id])
    if (held.size > 0) throw conflictOf(holdsAnother)
  },
})

export const certificatesHandlers = procedures.router({
  download: procedures.download.handler(({ input, context }) =>
    downloadCertificate(context, input),
  ),

  list: procedures.list.handler(({ input, context }) =>
    findCertificates(context.database, input, input),
  ),

  facets: procedures.facets.handler(async ({ context: { database } }) => ({
    cohorts: await findNames(database, 'cohort'),
    courses: await findNames(database, 'course'),
  })),

  get: procedures.get.handler(async ({ input, context: { database } }) => {
    const certificate = await findCertificate(database, input.id)
    if (!certificate) throw notFound('This certificate')
    return { ...certificate, history: await findHistory(database, input.id) }
  }),

  export: procedures.export.handler(({ input: { query, body }, context }) =>
    exportCertificates(context, body, query.format),
  ),

  create: procedures.create.handler(async ({ input, context }) => {
    const { issued_on = localDay(context.now()), revoked_id, ...fields } = input
    checkDays(fields)
    const [certificate] = await withNewNumbers(context, async (transaction) => {
      const application_id = revoked_id ? await findApplicationOf(transaction, revoked_id) : null
      // By another email the holder is another one.
      const held = await findHeldFor(transaction, application_id === null ? [] : [application_id])
      if (held.size > 0) return []
      return issueCertificates(
        context,
        transaction,
        [{ ...fields, application_id, issued_on, number: newNumber(issued_on) }],
        { action: 'issued', sendEmail: true },
      )
    })
    if (!certificate) throw invalidFields({ email: [holdsOneMessage] })
    return certificate
  }),

  update: procedures.update.handler(
    ({ input: { id, expected_updated_at, send_email, ...changes }, context }) =>
      correctCertificate(context, { id, expected_updated_at, send_email }, changes),
  ),

  revoke: procedures.revoke.handler(({ input, context }) => revoke(context, input)),

  resend: procedures.resend.handler(async ({ input, context }) => ({
    detail: `The email to ${await resend(context, input.id)} is in the outbox.`,
  })),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await discardAudited(context, certificateTrash, input.id, (transaction) =>
      withholdEmailsOf(transaction, input.id),
    )
    if (!isDeleted) throw notFound('This certificate')
  }),
})

/** A certificate stays without its holder: somebody who has it on paper must not take it for a forged one. */
export const erasedCertificates: Erased = {
  tags: ['Certificates'],
  async keep(transaction, ids, full_name, updated_at) {
    for (const id of ids) {
      const { number, course, cohort, code } = await transaction
        .selectFrom('certificates')
        .select(['number', 'course', 'cohort', 'code'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('certificates')
        .set({
          full_name,
          email: '',
          email_key: '',
          holder_key: null,
          revoked_reason: '',
          // Its file is released with those of the other rows.
          pdf_id: null,
          pdf_print: '',
          search_text: searchable([full_name, number, course, cohort, code].join('\n')),
          updated_at,
        })
        .where('id', '=', id)
        .execute()
    }
    await transaction
      .updateTable('earlier_certificates')
      .set({ full_name })
      .where('certificate_id', 'in', ids)
      .execute()
    await transaction
      .updateTable('certificate_history')
      .set({ note: '', changes: '[]' })
      .where('certificate_id', 'in', ids)
      .execute()
    return [...ids]
  },
  findStrays: findStrayPdfs,
}
