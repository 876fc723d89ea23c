import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { chunksOf } from '#shared/chunks.ts'
import { insertEntries } from './history.ts'

const recordedAtOnce = 500

/**
 * What a user who is deleted no longer takes care of: its history tells who has deleted them. It is no newer by that,
 * since old applications are deleted by their age.
 */
export const assignedApplications = {
  tags: ['Application'] as const,

  async release(
    transaction: Transaction<Tables>,
    context: RequestContext,
    user: { id: number; name: string },
  ) {
    const rows = await transaction
      .selectFrom('applications')
      .select(['id', 'status'])
      .where('assignee_id', '=', user.id)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (rows.length === 0) return
    await transaction
      .updateTable('applications')
      .set({ assignee_id: null })
      .where('assignee_id', '=', user.id)
      .execute()
    const made = {
      kind: 'assignee' as const,
      by: requireViewer(context),
      at: context.now().toISOString(),
    }
    for (const some of chunksOf(rows, recordedAtOnce)) {
      const entries = some.map(({ id, status }) => ({
        id,
        status,
        from_text: user.name,
        to_text: '',
      }))
      await insertEntries(transaction, made, entries)
    }
  },
}
