import type { Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { chunksOf } from '#shared/chunks.ts'

const recordedAtOnce = 500

/**
 * What a user who is deleted no longer takes care of, as an edit by who has deleted them. Messages that are settled get no
 * newer version, since they are deleted by their age, and lose their owner with the user's row.
 */
export const ownedMessages = {
  tags: ['Contact'] as const,

  async release(transaction: Transaction<Tables>, context: RequestContext, user: { id: number }) {
    const rows = await transaction
      .selectFrom('contact_messages')
      .select(['id', 'status', 'read_at', 'updated_at'])
      .where('owner_id', '=', user.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length === 0) return
    const version = nextVersionOfAll(rows, context.now())
    await transaction
      .updateTable('contact_messages')
      .set({ owner_id: null, updated_at: version })
      .where('owner_id', '=', user.id)
      .where('status', 'not in', ['RESOLVED', 'SPAM'])
      .execute()
    const by = requireViewer(context)
    for (const some of chunksOf(rows, recordedAtOnce)) {
      const edits = some.map(({ id, status, read_at }) => ({
        id,
        version,
        by,
        fields: ['owner'],
        before: { status, is_read: read_at !== null, owner: user.id },
      }))
      await recordEdits(transaction, 'contact_messages', edits)
    }
  },
}
