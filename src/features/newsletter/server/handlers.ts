import { sql, type Transaction } from 'kysely'
import { type Database, untilSynced } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import {
  badRequest,
  gone,
  invalidFields,
  notFound,
  withTakenFields,
} from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import type { Retained } from '#platform/retention/old-rows.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { localDay } from '#shared/company.ts'
import { confirmNotes } from '../confirm-notes.ts'
import { newsletterContract, type Subscriber } from '../contract.ts'
import { linkMessages, newsletterForm, type SubscriberStatus } from '../validation.ts'
import { exportSubscribers } from './export.ts'
import { importSubscribers, previewImport, readImport } from './import.ts'
import { isActiveInTrash, resubscribe, unsubscribe, withholdFrom } from './leaving.ts'
import { confirmEmail } from './newsletter-emails.ts'
import { findSubscriber, findSubscribers, updateSubscriber } from './queries.ts'
import { ask, askIfWithheld, confirm, getAsked, subscribeByForm } from './subscribe.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

export const subscriberTrash = trashKind({
  name: 'subscriber',
  table: 'subscribers',
  titleOf: ({ email }) => email,
  async afterRestore(transaction, row, context) {
    await askIfWithheld(context, transaction, row)
    return []
  },
  unique: [
    {
      columns: ['email_key'],
      taken: {
        email: ['This address is in the list again already, so there is nothing to restore.'],
      },
    },
  ],
})

/** Who has left long ago. */
export const oldSubscribers: Retained = {
  table: 'subscribers',
  tags: ['Subscriber'],
  isOld: (before) => sql`unsubscribed_at <= ${before.toISOString()}`,
}

const procedures = implementContract(newsletterContract)

export const newsletterHandlers = procedures.router({
  subscribe: procedures.subscribe.handler(async ({ input, context }) => {
    // The honeypot: people don't see this field. A bot must not cause emails.
    if (input.website?.trim()) context.log.info('subscription by a bot dropped')
    else await subscribeByForm(context, input.email)
    const note = context.config.smtpUrl === undefined ? confirmNotes.held : confirmNotes.asked
    return { detail: newsletterForm.success, note }
  }),

  ofConfirmToken: procedures.ofConfirmToken.handler(async ({ input, context }) => {
    const { status } = await getAsked(context, input.token)
    return { status }
  }),

  confirm: procedures.confirm.handler(async ({ input, context }) => {
    await confirm(context, input.token)
    return { detail: linkMessages.confirmed }
  }),

  ofToken: procedures.ofToken.handler(async ({ input, context }) => {
    const link = readLink(context, input.token)
    const subscriber = await findSubscriber(context.database, { id: link.id })
    // Who leaves must find the button: staff may restore what they have deleted.
    if (!subscriber && (await isActiveInTrash(context.database, link))) {
      return { status: 'ACTIVE' as const }
    }
    return { status: requireOfLink(subscriber, link).status }
  }),

  unsubscribe: procedures.unsubscribe.handler(async ({ input, context }) => {
    const link = readLink(context, input.token)
    const wasInTrash = await context.database
      .transaction()
      .execute((transaction) => unsubscribe(transaction, link, context.now().toISOString()))
    // Who has left already writes nothing that is waited for.
    await untilSynced(context.database)
    if (wasInTrash) context.tagVersions.invalidate(['Trash'])
    return { detail: linkMessages.unsubscribed }
  }),

  resubscribe: procedures.resubscribe.handler(async ({ input, context }) => {
    const link = readLink(context, input.token)
    if (link.isOld) throw gone(linkMessages.expired)
    const subscriber = requireOfLink(await findSubscriber(context.database, { id: link.id }), link)
    const isBack = await context.database
      .transaction()
      .execute((transaction) => resubscribe(transaction, subscriber, context.now().toISOString()))
    if (!isBack && subscriber.status !== 'ACTIVE') throw notFound('This subscription')
    return { detail: linkMessages.subscribedAgain }
  }),

  list: procedures.list.handler(({ input, context }) =>
    findSubscribers(context.database, input, input),
  ),

  export: procedures.export.handler(({ input: { query, body }, context }) =>
    exportSubscribers(context, body, query.format),
  ),

  previewImport: procedures.previewImport.handler(async ({ input, context }) =>
    previewImport(context.database, await readImport(input.file)),
  ),

  import: procedures.import.handler(async ({ input: { file, ...consent }, context }) => {
    if (consent.consent_day > localDay(context.now())) {
      throw invalidFields({ consent_day: ['They cannot have consented on a day to come'] })
    }
    return importSubscribers(context, requireViewer(context), await readImport(file), consent)
  }),

  create: procedures.create.handler(async ({ input: { email }, context }) => {
    const known = await findSubscriber(context.database, { email })
    if (known) throw invalidFields({ email: [duplicateMessage(known)] })
    const id = await context.database.transaction().execute(async (transaction) => {
      const added = await ask(context, transaction, email, requireViewer(context).name)
      if (added !== null) {
        const line = { action: 'created', target: 'subscriber', id: added } as const
        await writeAudit(transaction, context, line)
      }
      return added
    })
    if (id === null) throw invalidFields({ email: [duplicateMessage({ status: 'UNCONFIRMED' })] })
    return getSubscriber(context.database, id)
  }),

  update: procedures.update.handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    const write = () =>
      editRow(context, 'This subscriber', {
        table: 'subscribers',
        id,
        expected,
        changes,
        audit: { target: 'subscriber' },
        find: (transaction) => findSubscriber(transaction, { id }),
        async write(transaction, after, version, before) {
          if (after.status !== before.status && after.status !== 'UNSUBSCRIBED') {
            throw invalidFields({ status: [onlyThemselves[before.status]] })
          }
          if (!isToConfirm(after, before)) {
            return updateSubscriber(transaction, after, version, before)
          }
          await updateSubscriber(transaction, { ...after, asked_at: version }, version, before)
          const subscriber = { id, email: after.email, full_name: after.email }
          await requireStaffLimit(transaction, [subscriber], context.now())
          const { NEWSLETTER_CONFIRM } = (await context.readSettings(transaction)).visitors
          await putInOutbox(transaction, confirmEmail(context, after, NEWSLETTER_CONFIRM), version)
        },
      })
    return withTakenFields(write, { email: ['Another subscriber has this address'] })
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const withhold = (transaction: Transaction<Tables>) => withholdFrom(transaction, input.id)
    if (!(await discardAudited(context, subscriberTrash, input.id, withhold)))
      throw notFound('This subscriber')
  }),
})

const duplicateMessage = ({ status }: { status: SubscriberStatus }) =>
  ({
    ACTIVE: 'This address is subscribed already',
    UNCONFIRMED:
      'This address has an email to confirm. Who has lost it gets another one by the form on the site',
    UNSUBSCRIBED: 'This address has unsubscribed. Only its owner can subscribe it again',
  })[status]

/** Whether an email is corrected whose owner has to agree. Another spelling of an address has the same owner. */
const isToConfirm = (after: Subscriber, before: Subscriber) =>
  after.status === 'ACTIVE'
    ? emailKeyOf(after.email) !== emailKeyOf(before.email)
    : after.status === 'UNCONFIRMED' && after.email !== before.email

/** Why staff can't set another status than the one that a subscription has. */
const onlyThemselves = {
  ACTIVE: 'Who is confirmed stays so',
  UNCONFIRMED: 'Only they themselves can confirm, by the link in our email',
  UNSUBSCRIBED: 'Who has unsubscribed comes back by subscribing again',
}

/** @throws 400 unless the token was signed here */
function readLink(context: RequestContext, token: string) {
  const link = readUnsubscribeToken(context, token)
  if (link === null) throw badRequest(linkMessages.token)
  return link
}

/** @throws 404 once it is deleted, or another address has it */
function requireOfLink(subscriber: Subscriber | null, { isSentTo }: ReturnType<typeof readLink>) {
  if (!subscriber || !isSentTo(subscriber.email)) throw notFound('This subscription')
  return subscriber
}

async function getSubscriber(database: Database, id: number) {
  const subscriber = await findSubscriber(database, { id })
  if (!subscriber) throw notFound('This subscriber')
  return subscriber
}
