import { sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import type { Retained } from '#platform/retention/old-rows.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { batchResponseOf } from '#platform/rows/batch-response.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { toFailure } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { checkForm, consumeSenderTextLimit } from '#platform/security/spam-check.ts'
import { discardAudited, discardEachAudited, trashKind } from '#platform/trash/discard.ts'
import { type ContactInput, contactContract } from '../contract.ts'
import { contactSent } from '../validation.ts'
import { changeMany, changesOf, type WantedChange } from './change-many.ts'
import { changeMatchingMessages } from './change-matching-messages.ts'
import { saveReplyDraft } from './drafts.ts'
import { exportContacts } from './export.ts'
import { findEnabledOwners, lockOwner, lockUsers } from './owners.ts'
import {
  asViewer,
  type ContactChanges,
  countUnread,
  findContact,
  findContactNeighbours,
  findContacts,
  insertContact,
  markOpened,
  rememberContact,
  updateContact,
} from './queries.ts'
import { confirmMessage, tellStaff } from './received-emails.ts'
import { sendReply } from './reply.ts'
import { findActivity, findThread } from './thread.ts'

const procedures = implementContract(contactContract)

export const messageTrash = trashKind({
  name: 'message',
  table: 'contact_messages',
  titleOf: ({ full_name, subject }) => [full_name, subject].filter(Boolean).join(': '),
  wordsOf: ({ email }) => email,
})

/** Messages that were settled long ago. */
export const oldMessages: Retained = {
  table: 'contact_messages',
  tags: ['Contact'],
  isOld: (before) => sql`updated_at <= ${before.toISOString()} and status in ('RESOLVED', 'SPAM')`,
}

export const contactHandlers = procedures.router({
  send: procedures.send.handler(async ({ input, context }) => {
    const isSpam = await looksLikeSpam(context, input)
    const now = context.now()
    const settings = await context.readSettings()
    await context.database.transaction().execute(async (transaction) => {
      const text = { text: input.message, email: input.email }
      const isNew = await consumeSenderTextLimit(transaction, 'contact', text, now)
      const status = isSpam || !isNew ? 'SPAM' : 'NEW'
      const isTold = status !== 'SPAM'
      const begun = isTold && (await confirmMessage(transaction, context, input, settings))
      const stored = { ...input, ...(begun && { thread_refs: begun }) }
      const id = await insertContact(transaction, stored, status, now.toISOString())
      if (isTold) await tellStaff(transaction, context, { ...input, id }, settings)
    })
    return { detail: contactSent }
  }),

  list: procedures.list.handler(async ({ input, context }) => {
    const seen_at = context.now().toISOString()
    return { ...(await findContacts(context.database, asViewer(context, input), input)), seen_at }
  }),

  get: procedures.get.handler(({ input, context }) => getThread(context, input.id)),

  neighbours: procedures.neighbours.handler(async ({ input: { id, ...filters }, context }) => {
    const found = await findContactNeighbours(context.database, id, asViewer(context, filters))
    if (!found) throw notFound('This message')
    return found
  }),

  counts: procedures.counts.handler(async ({ context }) => ({
    unread: await countUnread(context.database),
  })),

  owners: procedures.owners.handler(async ({ context }) => ({
    results: await findEnabledOwners(context.database),
  })),

  open: procedures.open.handler(async ({ input: { id }, context }) => {
    await markOpened(context.database, id, context.now().toISOString())
    const contact = await findContact(context.database, id)
    if (!contact) throw notFound('This message')
    return contact
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    if (!(await discardAudited(context, messageTrash, input.id))) throw notFound('This message')
  }),

  changeStatus: procedures.changeStatus.handler(({ input, context }) =>
    changeContact(context, input, () => ({ status: input.status })),
  ),

  changeRead: procedures.changeRead.handler(({ input, context }) =>
    changeContact(context, input, () => ({ is_read: input.is_read })),
  ),

  changeOwner: procedures.changeOwner.handler(({ input, context }) =>
    changeContact(context, input, async (transaction) => ({
      owner: await lockOwner(transaction, input.owner),
    })),
  ),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const { contact_ids, action, owner = null, expected_versions = {} } = input
    if (action === 'delete') {
      const done = await discardEachAudited(context, messageTrash, contact_ids)
      return { ...batchResponseOf(contact_ids, done, 'This message'), version: null }
    }
    const changes = changesOf(action, owner)
    return changeAudited(context, action, async (transaction) => {
      if (changes.owner !== undefined) await lockOwner(transaction, changes.owner)
      return contact_ids.map((id) => ({ id, expected: expected_versions[id], changes }))
    })
  }),

  changeMatching: procedures.changeMatching.handler(({ input, context }) =>
    changeMatchingMessages(context, input),
  ),

  restore: procedures.restore.handler(({ input, context }) =>
    changeAudited(context, 'undo', async (transaction) => {
      // A former owner may have been deleted since.
      const known = await lockUsers(
        transaction,
        input.contacts.flatMap(({ owner }) => owner ?? []),
      )
      return input.contacts.map(({ id, expected_updated_at: expected, owner, ...changes }) => ({
        id,
        expected,
        changes: { ...changes, owner: owner !== null && known.has(owner) ? owner : null },
      }))
    }),
  ),

  export: procedures.export.handler(({ input: { query, body }, context }) =>
    exportContacts(context, body, query.format),
  ),

  reply: procedures.reply.handler(async ({ input, context }) => {
    if (!(await sendReply(context, requireViewer(context), input))) throw notFound('This message')
    return getThread(context, input.id)
  }),

  addNote: procedures.addNote.handler(async ({ input: { id, text }, context }) => {
    const { id: author_id, name: author_name } = requireViewer(context)
    // The line has the number of the message: a note has no page of its own.
    const message = await createAudited(context, 'note on message', async (transaction) => {
      if (!(await lockRow(transaction, 'contact_messages', id))) throw notFound('This message')
      const created_at = context.now().toISOString()
      await transaction
        .insertInto('contact_notes')
        .values({ message_id: id, author_id, author_name, text, created_at })
        .execute()
      return id
    })
    return getThread(context, message)
  }),

  saveDraft: procedures.saveDraft.handler(({ input, context }) => {
    const { id: message_id, replaces: expected, ...draft } = input
    const { id: user_id } = requireViewer(context)
    return saveReplyDraft(
      context.database,
      { ...draft, message_id, user_id, expected },
      context.now(),
    )
  }),

  activity: procedures.activity.handler(async ({ input, context }) => {
    const now = context.now().toISOString()
    const { id } = requireViewer(context)
    const found = await findActivity(context.database, input.id, id, now)
    if (!found) throw notFound('This message')
    return found
  }),
})

async function getThread(context: RequestContext, id: number) {
  const thread = await findThread(context.database, id, requireViewer(context).id)
  if (!thread) throw notFound('This message')
  return { ...thread, is_sending: context.config.smtpUrl !== undefined }
}

/** @param findChanges called before the message is locked */
function changeContact(
  context: RequestContext,
  { id, expected_updated_at: expected }: { id: number; expected_updated_at?: string },
  findChanges: (transaction: Transaction<Tables>) => ContactChanges | Promise<ContactChanges>,
) {
  return context.database.transaction().execute(async (transaction) => {
    const changes = await findChanges(transaction)
    const contact = await editRowWithin(transaction, context, {
      table: 'contact_messages',
      id,
      expected,
      changes,
      write: updateContact,
      remember: rememberContact,
      audit: { target: 'message' },
      find: () => findContact(transaction, id),
    })
    if (!contact) throw notFound('This message')
    return contact
  })
}

/** @param findWanted called before the messages are locked, and again after a deadlock */
function changeAudited(
  context: RequestContext,
  action: string,
  findWanted: (transaction: Transaction<Tables>) => Promise<WantedChange[]>,
) {
  const change = async (transaction: Transaction<Tables>) => {
    const { failed, ...outcome } = await changeMany(
      transaction,
      context,
      await findWanted(transaction),
    )
    await auditBatch(context, 'message', { action })(transaction, outcome)
    return { ...outcome, failed: failed.map(toFailure) }
  }
  return retryAfterDeadlock(() => context.database.transaction().execute(change))
}

/** Messages per client in ten minutes without a form token. */
const callsWithoutToken = 10
/** A message with so many links or more looks like spam. */
const linksMax = { valid: 3, 'too-fast': 1, missing: 2 }

/**
 * Whether a message looks like spam: a filled honeypot, or too many links, of which fewer are allowed if the form was
 * sent too fast or without a token. Store it all the same, so that a false positive loses nothing.
 * @throws 429
 */
async function looksLikeSpam(context: RequestContext, input: ContactInput) {
  const { token, isHoneypotFilled } = await checkForm(context, 'contact', input, callsWithoutToken)
  const links = `${input.subject} ${input.message}`.match(/https?:\/\/|www\./gi) ?? []
  return isHoneypotFilled || links.length >= linksMax[token]
}
