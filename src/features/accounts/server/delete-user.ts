import type { Transaction } from 'kysely'
import { isForeignKeyViolation } from '#database/errors.ts'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Tag } from '#shared/procedure.ts'
import { ownRefusal, requireAdministrator } from './manage-users.ts'

/** What users take care of. */
type Work = {
  tags: readonly Tag[]
  /** Takes it from a user who is about to be deleted, and records that. Locks it in the order of the ids. */
  release: (
    transaction: Transaction<Tables>,
    context: RequestContext,
    user: { id: number; name: string },
  ) => Promise<void>
}

/**
 * What loses a user who is deleted. Messages come before the user is locked for good: their changes name users later.
 * Applications come after that: their changes keep their users from being deleted first.
 */
export type WorkOfUsers = { messages: Work; applications: Work }

/** @throws 403, 404, and 409 for one's own account */
export async function deleteUser(
  context: RequestContext,
  viewer: Viewer,
  id: number,
  { messages, applications }: WorkOfUsers,
) {
  if (id === viewer.id) throw conflict(ownRefusal('delete'))
  await context.database.transaction().execute(async (transaction) => {
    await requireAdministrator(transaction, viewer, id)
    await lockRow(transaction, 'users', id)
    const found = transaction.selectFrom('users').select(['id', 'name']).where('id', '=', id)
    const user = await found.executeTakeFirst()
    if (!user) throw notFound('This user')
    await messages.release(transaction, context, user)
    await found.forUpdate().execute()
    await applications.release(transaction, context, user)
    try {
      await transaction.deleteFrom('users').where('id', '=', id).execute()
      await writeAudit(transaction, context, { action: 'deleted', target: 'user', id })
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw conflict('This user has left work that names them. Disable the account instead.')
    }
  })
  context.tagVersions.invalidate([...messages.tags, ...applications.tags])
}
