import type { Database } from '#database/open.ts'
import { closedStatuses } from '#features/applications/contract.ts'
import { inSlot } from '#platform/background/machine-slots.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { badRequest, gone, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import type { Email } from '#platform/mail/email-message.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import type { ErasedKinds } from '#platform/retention/erased.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { readSignedId, signId } from '#platform/security/signed-id.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { localDay } from '#shared/company.ts'
import { minuteMs } from '#shared/durations.ts'
import type { VisitorEmailKind } from '#shared/visitor-emails.ts'
import { linkMinutes, myDataMessages, type Reason } from '../validation.ts'
import { tableTitle } from './colleagues.ts'
import { collectPerson, joined } from './collect-person.ts'
import { attemptErasure, noteErasure } from './erase.ts'
import { limitsOfLink } from './link-limits.ts'
import { findNamesakes, type Known } from './person.ts'

const purpose = 'my-data'

/** A room where all look after what is stored of them, and no flood of emails to strangers. */
const clientLimit = { calls: 100, seconds: 24 * 60 * 60 }

/** Sends a link to an email that anybody may have typed, unless it, or the client, has had enough of them. */
export function sendLink(context: RequestContext, email: string) {
  const now = context.now()
  const created_at = now.toISOString()
  return context.database.transaction().execute(async (transaction) => {
    const clientKey = `${purpose}:${context.clientIp}`
    if ((await consumeLimit(transaction, clientKey, clientLimit, now)) !== null) return
    for (const { key, limit } of await limitsOfLink(transaction, email)) {
      if ((await consumeLimit(transaction, key, limit, now)) !== null) return
    }
    const { id } = await transaction
      .insertInto('privacy_links')
      .values({ email, email_key: emailKeyOf(email), used_at: null, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { MY_DATA } = (await context.readSettings(transaction)).visitors
    await putInOutbox(transaction, linkEmail(context, email, id, MY_DATA), created_at)
  })
}

const linkEmail = (
  { config, secret }: Pick<Services, 'config' | 'secret'>,
  email: string,
  id: number,
  template: Template,
): Email => ({
  ...visitorEmail({ email, name: '' }, template, {}, [
    {
      text: `This link leads there, for ${linkMinutes} minutes:`,
      label: 'See my data',
      url: `${siteUrlOf(config)}/my-data/link?token=${signId({ secret }, purpose, id)}`,
      isMain: true,
    },
  ]),
  isRequested: true,
})

export const ownDataExamples = {
  // No link has the id 0.
  MY_DATA: (context, { email }, template) => linkEmail(context, email, 0, template),
  MY_DATA_DECLINED: (_, { email }, template) =>
    declinedEmail(email, 'You are still a participant of a cohort.', template),
} satisfies Partial<Record<VisitorEmailKind, VisitorEmailExample>>

/** The link of a token. @throws 400 unless it was signed here; 410 once it is too old, or gone with its owner */
export async function getLink({ database, now, secret }: RequestContext, token: string) {
  const id = readSignedId({ secret }, purpose, token)
  if (id === null) throw badRequest(myDataMessages.token)
  const link = await database
    .selectFrom('privacy_links')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const isOver = !link || Date.parse(link.created_at) + linkMinutes * minuteMs < now().getTime()
  if (isOver) throw gone(myDataMessages.expired)
  return link
}

/** What the owner of a link sees of their data. */
export async function showOwnData(context: RequestContext, token: string) {
  const { email, email_key, used_at } = await getLink(context, token)
  const subject = { email_key, testimonial_ids: [] }
  const { rows, inTrash, known } = await collectPerson(context, subject)
  const stored = [...joined(rows, inTrash)].map(([table, some]) => ({
    title: tableTitle(table),
    count: some.length,
  }))
  const reasons = await findReasons(context, email_key, known)
  return { email, stored, reasons, is_used: used_at !== null }
}

/** Why a person can't be erased without a look by staff. */
async function findReasons(
  { database, now }: Pick<Services, 'database' | 'now'>,
  email_key: string,
  known: Known,
): Promise<Reason[]> {
  const application = await database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'cohort_id')
    .select('applications.id')
    .where('email_key', '=', email_key)
    .where('applications.status', 'not in', closedStatuses)
    .where('end_day', '>=', localDay(now()))
    .executeTakeFirst()
  const certificate = await database
    .selectFrom('certificates')
    .select('id')
    .where('email_key', '=', email_key)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const namesakes = await findNamesakes(database, known)
  return [
    ...(application ? ['APPLICATION' as const] : []),
    ...(certificate ? ['CERTIFICATE' as const] : []),
    ...(namesakes.length > 0 ? ['TESTIMONIAL' as const] : []),
  ]
}

/**
 * Erasures by links: whoever reads the mail of a whole domain may begin many, each of which looks through all texts. So
 * few wait that no browser gives up.
 */
export const linkSlot = { name: 'erasures by links', max: 1, waitingMax: 5 }

/**
 * Erases the owner of a link, or makes it a request to staff: one at a time. Of two clicks at once, one does it.
 * @throws 429 when too many wait, and the link stays good; else as `getLink` does
 */
export async function eraseOwner(context: RequestContext, kinds: ErasedKinds, token: string) {
  const link = await getLink(context, token)
  const full = () => tooManyRequests(context.responseHeaders, 60)
  return inSlot(linkSlot.name, { ...linkSlot, full }, () => eraseOwnerOf(context, kinds, link))
}

async function eraseOwnerOf(
  context: RequestContext,
  kinds: ErasedKinds,
  { id, email, email_key }: Awaited<ReturnType<typeof getLink>>,
) {
  const created_at = context.now().toISOString()
  const erasure = await context.database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('privacy_links')
      .set({ used_at: created_at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw gone(myDataMessages.expired)
    const within = { ...context, database: transaction }
    const subject = { email_key, testimonial_ids: [] }
    const { known } = await collectPerson(within, subject)
    const found = await findReasons(within, email_key, known)
    if (found.length === 0) return noteErasure(transaction, context, subject, context)
    await transaction
      .insertInto('privacy_requests')
      .values({ email, email_key, reasons: JSON.stringify(found), created_at })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .execute()
    return null
  })
  context.tagVersions.invalidate(['PersonalData'])
  if (erasure === null) return 'REQUESTED' as const
  await attemptErasure(context, kinds, erasure)
  return 'ERASED' as const
}

/** Tells a person why they are not erased, and forgets the request. @throws 404 */
export const declineRequest = (context: RequestContext, id: number, reason: string) =>
  context.database.transaction().execute(async (transaction) => {
    const request = await transaction
      .deleteFrom('privacy_requests')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst()
    if (!request) throw notFound('This request')
    const { MY_DATA_DECLINED } = (await context.readSettings(transaction)).visitors
    const email = declinedEmail(request.email, reason, MY_DATA_DECLINED)
    await putInOutbox(transaction, email, context.now().toISOString())
    const line = { action: 'cancelled', target: 'request to be erased', id } as const
    await writeAudit(transaction, context, line)
  })

const declinedEmail = (email: string, reason: string, template: Template): Email => ({
  ...visitorEmail({ email, name: '' }, template, {}, [{ text: 'The reason:', quote: reason }]),
  isRequested: true,
})

/** Deletes links a day after they were sent. */
export async function removeOldPrivacyLinks({
  database,
  now,
}: {
  database: Database
  now: Services['now']
}) {
  const before = new Date(now().getTime() - 24 * 60 * minuteMs).toISOString()
  await database.deleteFrom('privacy_links').where('created_at', '<=', before).execute()
}
