import type { Database } from '#database/open.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { Answer, Contact, ContactDetail, Note, Related, Reply } from '../message-schemas.ts'
import type { ReplyOutcome } from '../validation.ts'
import { findContact } from './queries.ts'

/** A message with its thread, as a user sees it. */
export async function findThread(
  database: Database,
  id: number,
  viewerId: number,
): Promise<Omit<ContactDetail, 'is_sending'> | null> {
  const contact = await findContact(database, id)
  if (!contact) return null
  const draft = await database
    .selectFrom('contact_drafts')
    .select(['text', 'updated_at'])
    .where('message_id', '=', id)
    .where('user_id', '=', viewerId)
    .executeTakeFirst()
  return {
    ...contact,
    replies: await findReplies(database, id, viewerId),
    answers: await findAnswers(database, id),
    notes: await findNotes(database, id),
    draft: draft ?? null,
    related: await findRelated(database, contact),
  }
}

async function findReplies(database: Database, id: number, viewerId: number): Promise<Reply[]> {
  const rows = await database
    .selectFrom('contact_replies')
    .leftJoin('outbox', 'outbox.id', 'contact_replies.outbox_id')
    .select([
      'contact_replies.id',
      'contact_replies.author_id',
      'contact_replies.author_name as by',
      'contact_replies.text',
      'contact_replies.sent_at as kept_sent_at',
      'contact_replies.created_at',
      'outbox.sent_at',
      'outbox.next_try_at',
      'outbox.last_error',
    ])
    .where('contact_replies.message_id', '=', id)
    .orderBy('contact_replies.id')
    .execute()
  return rows.map(({ author_id, kept_sent_at, sent_at, next_try_at, last_error, ...reply }) => {
    const sentAt = sent_at ?? kept_sent_at
    const outcome: ReplyOutcome = sentAt ? 'SENT' : next_try_at ? 'WAITING' : 'FAILED'
    const error = sentAt ? '' : (last_error ?? '')
    return { ...reply, by_me: author_id === viewerId, outcome, error, sent_at: sentAt }
  })
}

async function findAnswers(database: Database, id: number): Promise<Answer[]> {
  const rows = await database
    .selectFrom('contact_answers')
    .select([
      'id',
      'email',
      'text',
      'quoted',
      'attachments',
      'is_automatic',
      'is_cut',
      'is_doubtful',
      'created_at',
    ])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    attachments: JSON.parse(row.attachments) as string[],
    is_automatic: row.is_automatic === 1,
    is_cut: row.is_cut === 1,
    is_doubtful: row.is_doubtful === 1,
  }))
}

const findNotes = (database: Database, id: number): Promise<Note[]> =>
  database
    .selectFrom('contact_notes')
    .select(['id', 'author_name as by', 'text', 'created_at'])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute()

const relatedMax = 10

/** What else came from the same email, the latest first. */
async function findRelated(database: Database, { id, email }: Contact): Promise<Related[]> {
  const key = emailKeyOf(email)
  const applications = await database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .select(['applications.id', 'cohorts.name as title', 'applications.created_at'])
    .where('applications.email_key', '=', key)
    .orderBy('applications.created_at', 'desc')
    .limit(relatedMax)
    .execute()
  const talents = await database
    .selectFrom('talents')
    .select(['id', 'headline as title', 'created_at'])
    .where('email_key', '=', key)
    .execute()
  const registrations = await database
    .selectFrom('event_registrations')
    .innerJoin('events', 'events.id', 'event_registrations.event_id')
    .select(['events.id', 'events.title', 'event_registrations.created_at'])
    .where('event_registrations.email_key', '=', key)
    .orderBy('event_registrations.created_at', 'desc')
    .limit(relatedMax)
    .execute()
  const messages = await database
    .selectFrom('contact_messages')
    .select(['id', 'subject as title', 'created_at'])
    .where('email_key', '=', key)
    .where('id', '<>', id)
    .where('status', '<>', 'SPAM')
    .orderBy('created_at', 'desc')
    .limit(relatedMax)
    .execute()
  return [
    ...applications.map((row) => ({ kind: 'application' as const, ...row })),
    ...talents.map((row) => ({ kind: 'talent' as const, ...row })),
    ...registrations.map((row) => ({ kind: 'event_registration' as const, ...row })),
    ...messages.map((row) => ({ kind: 'message' as const, ...row })),
  ].sort((a, b) => b.created_at.localeCompare(a.created_at))
}

/** Who else is typing a reply, and a text that is another one after every change of the thread. */
export async function findActivity(database: Database, id: number, viewerId: number, now: string) {
  const message = await database
    .selectFrom('contact_messages')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!message) return null
  const typing = await database
    .selectFrom('contact_drafts')
    .innerJoin('users', 'users.id', 'contact_drafts.user_id')
    .select('users.name')
    .where('contact_drafts.message_id', '=', id)
    .where('contact_drafts.user_id', '<>', viewerId)
    .where('contact_drafts.typing_until', '>', now)
    .orderBy('users.name')
    .execute()
  const replies = await findReplies(database, id, viewerId)
  const notes = await findNotes(database, id)
  const { answers } = await database
    .selectFrom('contact_answers')
    .select((select) => select.fn.countAll<number>().as('answers'))
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow()
  const outcomes = replies.map((reply) => `${reply.id}${reply.outcome}${reply.error}`)
  return {
    replying: typing.map(({ name }) => name),
    version: [message.updated_at, notes.length, answers, ...outcomes].join(' '),
  }
}
