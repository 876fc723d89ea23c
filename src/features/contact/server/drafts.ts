import { isForeignKeyViolation } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { presentUntil } from '#database/presence.ts'
import { nextVersion } from '#database/row-version.ts'
import { notFound, staleRow } from '#platform/http/errors.ts'
import type { ReplyDraft } from '../message-schemas.ts'

type DraftSave = {
  message_id: number
  user_id: number
  text: string
  is_typing: boolean
  /** The `updated_at` of the draft that this one replaces; null for the first. */
  expected: string | null
}

/**
 * Keeps a user's unfinished reply, by one statement: of two tabs at once, one is refused.
 * @returns the draft, or null for an empty one, which is forgotten
 * @throws 404; 409 when another tab has saved another text, which it carries: an empty one where the draft is gone that
 * this one replaces
 */
export async function saveReplyDraft(
  database: Database,
  { expected, is_typing, ...draft }: DraftSave,
  now: Date,
): Promise<ReplyDraft | null> {
  const { text, message_id, user_id } = draft
  if (text === '') {
    await forgetDraft(database, draft, expected)
    return null
  }
  const updated_at = nextVersion(expected ?? '1970-01-01T00:00:00.000Z', now)
  const typing_until = is_typing ? presentUntil(now) : now.toISOString()
  const row = { text, typing_until, updated_at }
  if (expected !== null) {
    // Updates alone: a late save must not bring back the draft of a reply that was sent.
    const saved = await database
      .updateTable('contact_drafts')
      .set(row)
      .where('message_id', '=', message_id)
      .where('user_id', '=', user_id)
      .where('updated_at', '=', new Date(expected).toISOString())
      .returning(['text', 'updated_at'])
      .executeTakeFirst()
    return saved ?? refuseOther(database, draft)
  }
  try {
    const saved = await database
      .insertInto('contact_drafts')
      .values({ message_id, user_id, ...row })
      .onConflict((on) => on.columns(['message_id', 'user_id']).doNothing())
      .returning(['text', 'updated_at'])
      .executeTakeFirst()
    return saved ?? refuseOther(database, draft)
  } catch (error) {
    if (isForeignKeyViolation(error)) throw notFound('This message')
    throw error
  }
}

type DraftKey = { message_id: number; user_id: number }

const draftsOf = (database: Database, { message_id, user_id }: DraftKey) =>
  database
    .selectFrom('contact_drafts')
    .select(['text', 'updated_at'])
    .where('message_id', '=', message_id)
    .where('user_id', '=', user_id)

async function forgetDraft(database: Database, key: DraftKey, expected: string | null) {
  if (expected !== null) {
    await database
      .deleteFrom('contact_drafts')
      .where('message_id', '=', key.message_id)
      .where('user_id', '=', key.user_id)
      .where('updated_at', '=', new Date(expected).toISOString())
      .execute()
  }
  if (await draftsOf(database, key).executeTakeFirst()) await refuseOther(database, key)
}

async function refuseOther(database: Database, key: DraftKey): Promise<never> {
  const current = await draftsOf(database, key).executeTakeFirst()
  if (current) {
    throw staleRow('You have typed another reply elsewhere, such as in another tab.', current)
  }
  const message = await database
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', key.message_id)
    .executeTakeFirst()
  if (!message) throw notFound('This message')
  const detail =
    'This draft was sent or emptied elsewhere, such as in another tab: the version there is empty.'
  throw staleRow(detail, { text: '', updated_at: null })
}
