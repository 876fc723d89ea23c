import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { requireSameViewer } from '#platform/http/session-user.ts'
import type { ErasedKinds } from '#platform/retention/erased.ts'
import { hashEmail, writeAudit } from '#platform/security/audit-log.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { type Erasure, personalDataContract } from '../contract.ts'
import { ownDataContract } from '../own-contract.ts'
import { linkRequested } from '../validation.ts'
import { attemptErasure, startErasure } from './erase.ts'
import { erasureSteps } from './erase-steps.ts'
import { exportPerson } from './export.ts'
import { findPeople } from './find.ts'
import { declineRequest, eraseOwner, getLink, sendLink, showOwnData } from './own-data.ts'
import type { Subject } from './person.ts'

const procedures = implementContract({ ...personalDataContract, ...ownDataContract })

/** @param kinds how the rows of each feature are erased */
export const personalDataHandlers = (kinds: ErasedKinds) =>
  procedures.router({
    find: procedures.find.handler(async ({ input, context }) => {
      const people = await findPeople(context, input.sought)
      const details = { people: people.length }
      await writeAudit(context.database, context, {
        action: 'opened',
        target: 'personal data',
        id: null,
        details,
      })
      return { people }
    }),

    export: procedures.export.handler(({ input: { email, testimonial_ids }, context }) =>
      exportAudited(context, { email_key: emailKeyOf(email), testimonial_ids }, () =>
        requireSameViewer(context, 'the download was cut off'),
      ),
    ),

    erase: procedures.erase.handler(async ({ input: { email, testimonial_ids }, context }) => {
      const subject = { email_key: emailKeyOf(email), testimonial_ids }
      const id = await startErasure(context, subject, context)
      await attemptErasure(context, kinds, id)
      return getErasure(context.database, id, erasureSteps(kinds).length)
    }),

    erasures: procedures.erasures.handler(({ input, context }) =>
      findErasures(context.database, input, erasureSteps(kinds).length),
    ),

    requestLink: procedures.requestLink.handler(async ({ input, context }) => {
      // The honeypot: people don't see this field. A bot must not cause emails.
      if (input.website?.trim()) context.log.info('request for a link by a bot dropped')
      else await sendLink(context, input.email)
      return { detail: linkRequested(context.config.smtpUrl !== undefined) }
    }),

    ofToken: procedures.ofToken.handler(({ input, context }) => showOwnData(context, input.token)),

    download: procedures.download.handler(async ({ input, context }) => {
      const { email_key } = await getLink(context, input.token)
      return exportAudited(context, { email_key, testimonial_ids: [] }, async () => {})
    }),

    eraseOwn: procedures.eraseOwn.handler(async ({ input, context }) => ({
      outcome: await eraseOwner(context, kinds, input.token),
    })),

    requests: procedures.requests.handler(async ({ input, context }) => {
      const all = context.database.selectFrom('privacy_requests')
      const ordered = all.select(['id', 'email', 'reasons', 'created_at']).orderBy('id')
      const { results, ...rest } = await findPage(all, ordered, input)
      return {
        ...rest,
        results: results.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) })),
      }
    }),

    decline: procedures.decline.handler(async ({ input, context }) => {
      await declineRequest(context, input.id, input.reason)
      return { detail: 'The request is declined, and the email is in the outbox.' }
    }),
  })

/** With a line of the audit log, which names nobody where it is the person themselves who downloads. */
async function exportAudited(
  context: RequestContext,
  subject: Subject,
  mayGoOn: () => Promise<void>,
) {
  const file = await exportPerson(context, subject, mayGoOn)
  const id = hashEmail(context, subject.email_key)
  await writeAudit(context.database, context, { action: 'exported', target: 'personal data', id })
  return file
}

const columns = [
  'id',
  'pseudonym',
  'step',
  'counts',
  'asked_by',
  'last_error',
  'created_at',
  'done_at',
] as const

type Row = Pick<Selectable<Tables['erasures']>, (typeof columns)[number]>

const toErasure =
  (steps: number) =>
  ({ step, counts, ...row }: Row): Erasure => ({
    ...row,
    counts: JSON.parse(counts),
    status: row.done_at ? 'DONE' : step < steps ? 'RUNNING' : 'CHECKING',
  })

/** A page of the erasures, the newest first. @param steps how many there are until all is erased */
async function findErasures(database: Database, page: PageQuery, steps: number) {
  const ordered = database.selectFrom('erasures').select(columns).orderBy('id', 'desc')
  const { results, ...rest } = await findPage(database.selectFrom('erasures'), ordered, page)
  return { ...rest, results: results.map(toErasure(steps)) }
}

async function getErasure(database: Database, id: number, steps: number) {
  const row = await database
    .selectFrom('erasures')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toErasure(steps)(row)
}
