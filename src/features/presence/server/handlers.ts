import type { Database } from '#database/open.ts'
import { presentUntil } from '#database/presence.ts'
import { forbidden, invalidFields } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import type { Role } from '#shared/roles.ts'
import { presenceContract } from '../contract.ts'

const procedures = implementContract(presenceContract)

/** @param editorsOf the roles that may call the procedure of that name; undefined if nothing is saved by it */
export const presenceHandlers = (editorsOf: (procedure: string) => readonly Role[] | undefined) =>
  procedures.router({
    stay: procedures.stay.handler(async ({ input: { kind, id }, context }) => {
      const row_id = String(id)
      const viewer = requireViewer(context)
      const editors = editorsOf(kind)
      if (!editors) throw invalidFields({ kind: ['Nothing is edited by that'] })
      if (!editors.includes(viewer.role)) throw forbidden()
      const { database, now } = context
      const present_until = presentUntil(now())
      await database
        .insertInto('presence')
        .values({ kind, row_id, user_id: viewer.id, present_until })
        .onConflict((on) =>
          on.columns(['kind', 'row_id', 'user_id']).doUpdateSet({ present_until }),
        )
        .execute()
      // After the own row is there: of two who arrive at once, the later one sees the other.
      const others = await database
        .selectFrom('presence')
        .innerJoin('users', 'users.id', 'presence.user_id')
        .select('users.name')
        .where('presence.kind', '=', kind)
        .where('presence.row_id', '=', row_id)
        .where('presence.user_id', '<>', viewer.id)
        .where('presence.present_until', '>', now().toISOString())
        .orderBy('users.name')
        .execute()
      return { names: others.map(({ name }) => name) }
    }),
  })

/** Deletes what tells of nobody any more. */
export async function removeOldPresence({ database, now }: { database: Database; now(): Date }) {
  await database.deleteFrom('presence').where('present_until', '<', now().toISOString()).execute()
}
