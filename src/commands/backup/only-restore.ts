import type { Config } from '#config'
import { sqliteFileOf } from '#database/open.ts'
import { lockForRestore } from '#database/restore-lock.ts'
import { removeDraft } from '#database/sqlite-dump.ts'
import { removePreparedSecret } from './secrets.ts'

/**
 * Does the work of a restore while no other one does. What it, or one that was killed before, has not put in its place is
 * removed: a copy of the database, and the secret.
 * @throws one line while there is another restore into the data folder or the database
 */
export async function asOnlyRestore<Outcome>(config: Config, work: () => Promise<Outcome>) {
  const unlock = await lockForRestore(config)
  try {
    return await work()
  } finally {
    await removeDraft(sqliteFileOf(config))
      .finally(() => removePreparedSecret(config))
      .finally(unlock)
  }
}
