import type { Transaction } from 'kysely'
import { type OrderedTable, reorderRows } from '#database/reorder.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { writeAudit } from '../security/audit-log.ts'

/**
 * Puts rows in a new order, with a line of the audit log.
 * @param plural the plural name of the rows, such as 'team members'
 * @param ids the first rows, or all, in their new order
 * @param findOrder finds the ids in the order that they have now
 * @throws 409 when these are not the first rows any more
 */
export async function reorderAudited<Id extends number | string>(
  context: RequestContext,
  table: OrderedTable,
  plural: string,
  ids: Id[],
  findOrder: (transaction: Transaction<Tables>) => Promise<Id[]>,
) {
  await context.database.transaction().execute(async (transaction) => {
    if (!(await reorderRows(transaction, table, findOrder, ids))) {
      throw conflict(`The ${plural} have changed meanwhile. Please reload and order them again.`)
    }
    const line = { action: 'changed', target: `order of ${plural}`, id: null } as const
    await writeAudit(transaction, context, line)
  })
  return { ids }
}
