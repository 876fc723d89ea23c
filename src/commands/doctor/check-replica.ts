import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '#config'
import { type Database, openReplica } from '#database/open.ts'
import { findConnectionsMax } from '#database/postgres.ts'
import { findLastRestore, findPosition, findStandbyState } from '#platform/cache/replica.ts'
import { messageOf } from '#platform/error-message.ts'
import { withDatabase } from '../existing-database.ts'

/** How often the standby is asked whether it has replayed what the primary has written. */
const tries = 20
const tryEveryMs = 500

export async function checkReplica(config: Config) {
  const standby = openReplica(config)
  if (!standby) return 'none: DATABASE_REPLICA_URL is not set'
  const place = new URL(config.databaseReplicaUrl ?? '').host
  const primary = await withDatabase(config, async (database) => ({
    system: await findSystem(database),
    position: await findPosition(database),
    restored: await findLastRestore(database),
  }))
  try {
    await sql`select 1`.execute(standby).catch((error: unknown) => {
      throw new Error(`${messageOf(error)}. Is it running, and right in DATABASE_REPLICA_URL?`)
    })
    if ((await findSystem(standby)) !== primary.system) {
      throw new Error('is of another cluster than DATABASE_URL: name a standby of that one')
    }
    const wanted = config.workers * config.databasePoolSize
    const connectionsMax = await findConnectionsMax(standby)
    if (wanted > connectionsMax) {
      throw new Error(
        `takes ${connectionsMax} connections, and WORKERS × DATABASE_POOL_SIZE is ${wanted}: lower one of them, or raise max_connections`,
      )
    }
    await untilReplayed(standby, primary)
    return `${place} streams from the primary, ${wanted} of ${connectionsMax} connections`
  } catch (error) {
    throw new Error(`${place}: ${messageOf(error)}`)
  } finally {
    await standby.destroy()
  }
}

/** The number that a primary shares with its standbys alone. */
async function findSystem(database: Database) {
  const { rows } = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(database)
  return rows[0]?.id
}

async function untilReplayed(
  standby: Database,
  primary: { position: number | null; restored: number },
) {
  let lacksRestore = false
  for (let left = tries; left > 0; left -= 1) {
    const { replayed = null, restored = 0 } = (await findStandbyState(standby)) ?? {}
    if (replayed === null) {
      throw new Error('is no standby, so the primary serves all reads: name a standby, or none')
    }
    lacksRestore = restored < primary.restored
    if (!lacksRestore && replayed >= (primary.position ?? 0)) return
    await wait(tryEveryMs)
  }
  if (lacksRestore) {
    throw new Error(
      'lacks the last restore, so the primary serves all reads: after one to a second by PostgreSQL, make the standby anew',
    )
  }
  throw new Error(
    'has not replayed what the primary wrote ten seconds ago, so the primary serves what changed: look at pg_stat_replication there',
  )
}
