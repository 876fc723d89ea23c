import type { Transaction, Updateable } from 'kysely'
import type { Tables } from '#database/tables.ts'

type Columns = Pick<
  Tables['applications'],
  'status' | 'assignee_id' | 'cohort_id' | 'waiting_since'
>
type Change = { id: number } & Updateable<Columns>

/** Writes changes of locked applications: one statement for all that get the same values. */
export async function updateApplications(
  transaction: Transaction<Tables>,
  changes: readonly Change[],
  updated_at: string,
) {
  const alike = Map.groupBy(changes, ({ id: _, ...values }) => JSON.stringify(values))
  for (const [values, some] of alike) {
    await transaction
      .updateTable('applications')
      .set({ ...JSON.parse(values), updated_at })
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
  }
}
