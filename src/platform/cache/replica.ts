import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { isUnreachable } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { inTime } from '../background/in-time.ts'
import { repeat } from '../background/repeat.ts'
import type { Log } from '../http/log.ts'
import type { TrackTag } from './page-cache.ts'
import { type CacheTag, restoreTag, type TagVersions } from './tag-versions.ts'

/** What the replica does not answer within this time is read from the primary. */
const readMsMax = 1_000
const lookEveryMs = 1_000
/** Beyond that, writes that no process could publish, since it was killed, would be seen late. */
const lagMsMax = 10_000
/** Beyond that, while the replica is far behind, every other mark is forgotten. */
const marksMax = 100

/** Where a read finds its data, and what it calls with each tag before it reads. */
export type Source = { database: Database; trackTag?: TrackTag }

/** The replica lacks a write that this process knows of. */
class Behind extends Error {}

const noStandby = 'it is no standby'
const lacksRestore = 'it lacks the last restore'
class NoStandby extends Error {}

type Outside = { database: Database; tagVersions: TagVersions; log: Log; now: () => Date }

export type Replica = ReturnType<typeof createReplica>

/**
 * Reads for visitors from a standby of the primary. Each read asks the standby, in the snapshot that it reads from, for
 * the versions of its tags: what lacks a write that this process knows of is read from the primary. So the rule holds
 * for whatever server the connection leads to, and however far that is behind.
 */
export function createReplica(
  standby: Database,
  { database: primary, tagVersions, log, now }: Outside,
) {
  /** Why nothing is read from it; null while it is in use. */
  let problem: string | null = 'it has not been asked yet'
  const counts = { replica: 0, primary: 0 }
  /** Positions of the primary's log that the standby has yet to replay, the oldest first. */
  let marks: { position: number; at: number }[] = []
  const lagMs = () => (marks[0] ? now().getTime() - marks[0].at : 0)

  function note(next: string | null) {
    if (next === problem) return
    problem = next
    if (next) log.warn({ problem: next }, 'the replica is not used, the primary serves all reads')
    else log.info('the replica serves what visitors read')
  }

  async function look() {
    const at = now().getTime()
    const [position, state] = await Promise.all([
      inTime(findPosition(primary), readMsMax).catch(() => null),
      inTime(findStandbyState(standby), readMsMax).catch(() => null),
    ])
    if (position !== null) {
      // After a failover the log may be shorter.
      marks = marks.filter((mark) => mark.position <= position)
      if (marks.at(-1)?.position !== position) marks.push({ position, at })
      if (marks.length > marksMax) marks = marks.filter((_, index) => index % 2 === 0)
    }
    if (!state) return note('it does not answer')
    if (state.replayed === null) return note(noStandby)
    const { replayed } = state
    marks = marks.filter((mark) => mark.position > replayed)
    const needed = tagVersions.publishedVersionOf(restoreTag)
    if (needed < Number.POSITIVE_INFINITY && state.restored < needed) return note(lacksRestore)
    note(lagMs() > lagMsMax ? `it is more than ${lagMsMax / 1000} s behind` : null)
  }

  const readFrom = <Result>(
    tag: CacheTag,
    { trackTag }: Source,
    work: (source: Source) => Promise<Result>,
  ) =>
    standby
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const versions = await findVersions(transaction)
        const requireTag = (one: CacheTag) => {
          if ((versions[one] ?? 0) < tagVersions.publishedVersionOf(one)) throw new Behind()
        }
        requireTag(restoreTag)
        requireTag(tag)
        const track: TrackTag = (one) => {
          trackTag?.(one)
          requireTag(one)
        }
        return work({ database: transaction, trackTag: track })
      })

  return {
    /**
     * Reads from the standby, or from the primary where that is behind, away or has no such row.
     * @param tag what is read, of which the caller has told the source
     */
    async read<Result>(
      tag: CacheTag,
      source: Source,
      work: (source: Source) => Promise<Result>,
    ): Promise<Result> {
      if (problem === null && tagVersions.publishedVersionOf(tag) < Number.POSITIVE_INFINITY) {
        try {
          const result = await inTime(readFrom(tag, source, work), readMsMax)
          counts.replica += 1
          return result
        } catch (error) {
          const isRefusal = error instanceof ORPCError
          // What isn't there may have come since.
          if (isRefusal && error.status !== 404) throw error
          if (error instanceof NoStandby) note(noStandby)
          else if (isUnreachable(error)) note('it does not answer')
          else if (!isRefusal && !(error instanceof Behind))
            log.warn({ err: error }, 'a read failed on the replica')
        }
      }
      counts.primary += 1
      return work(source)
    },
    /** Starts to look after the standby; nothing is read from it before. @returns a function that stops it */
    start: () => repeat(look, lookEveryMs),
    counters: () => ({
      'huza_replica_reads_total{from="replica"}': counts.replica,
      'huza_replica_reads_total{from="primary"}': counts.primary,
    }),
    gauges: () => ({
      huza_replica_used: problem === null ? 1 : 0,
      huza_replica_lag_seconds: Math.round(lagMs()) / 1000,
    }),
  }
}

/** Where the primary's log ends, in bytes. */
export async function findPosition(primary: Database) {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_flush_lsn() - '0/0')::bigint as position`.execute(primary)
  return rows[0]?.position ?? null
}

/**
 * Up to where a standby has replayed that log, null where it is none, and the last restore that it has. One that was
 * left behind by PostgreSQL's restore to a second may be further in a log of its own.
 */
export async function findStandbyState(standby: Database) {
  const { rows } = await sql<{ replayed: number | null; restored: number }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end
      as replayed, ${lastRestore} as restored`.execute(standby)
  return rows[0] ?? null
}

/** The version of the last restore, 0 where there was none. */
export async function findLastRestore(database: Database) {
  const { rows } = await sql<{ restored: number }>`select ${lastRestore} as restored`.execute(
    database,
  )
  return rows[0]?.restored ?? 0
}

const lastRestore = sql`coalesce((select version from cache_versions where tag = ${restoreTag}), 0)`

/** The versions of all tags. @throws NoStandby where others may have written to it */
async function findVersions(transaction: Database) {
  const { rows } = await sql<{ is_standby: boolean; versions: Record<string, number> | null }>`
    select pg_is_in_recovery() as is_standby, json_object_agg(tag, version) as versions
    from cache_versions`.execute(transaction)
  if (!rows[0]?.is_standby) throw new NoStandby()
  return rows[0].versions ?? {}
}
