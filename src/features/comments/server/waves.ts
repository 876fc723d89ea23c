import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { auditInParts } from '#platform/security/audit-log.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import type { CommentWave } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import { type DecisionOutcome, decide } from './decide.ts'
import { lockDecision } from './decisions.ts'
import { inWindows, windowSize } from './in-windows.ts'

/** Waves are looked for among the newest pending comments. */
const recentMax = 2_000
const wavesMax = 20
const waveMin = 3

const isPending = sql<boolean>`status = 'PENDING'`

/** The keys of what several people sent alike, or one block has held, the largest first. */
export async function findWaveKeys(database: Database): Promise<string[]> {
  const recent = database
    .selectFrom('comments')
    .select(['wave_key', 'email_key'])
    .where(isPending)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentMax)
    .as('recent')
  const rows = await database
    .selectFrom(recent)
    .select('wave_key')
    // Not within the limit: comments from before waves were told have no key, and there may be a million.
    .where('wave_key', '!=', '')
    .groupBy('wave_key')
    .having((having) => having.fn.countAll(), '>=', waveMin)
    .having((having) =>
      having.or([
        having(having.fn.count('email_key').distinct(), '>', 1),
        having.and([
          having('wave_key', 'not like', 'link:%'),
          having('wave_key', 'not like', 'text:%'),
        ]),
      ]),
    )
    .orderBy((order) => order.fn.countAll(), 'desc')
    .orderBy('wave_key')
    .limit(wavesMax)
    .execute()
  return rows.map((row) => row.wave_key)
}

/**
 * How many comments are pending in these waves together. Of several keys at once SQLite would read all that are
 * pending.
 */
export async function countInWaves(database: Database, keys: readonly string[]) {
  const totals = await Promise.all(keys.map((key) => countInWave(database, key)))
  return totals.reduce((sum, total) => sum + total, 0)
}

async function countInWave(database: Database, key: string) {
  const { total } = await database
    .selectFrom('comments')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(isPending)
    .where('wave_key', '=', key)
    .executeTakeFirstOrThrow()
  return total
}

/** The newest of a wave, at most this many, are looked at for who wrote them and where. */
const readMax = 1_000

export async function findWaves(database: Database): Promise<CommentWave[]> {
  const keys = await findWaveKeys(database)
  const found = await Promise.all(keys.map((key) => findWave(database, key)))
  return found.flatMap((wave) => wave ?? []).sort((a, b) => b.total - a.total)
}

/** Null when all of the wave have been decided on meanwhile. */
async function findWave(database: Database, key: string): Promise<CommentWave | null> {
  const pending = database.selectFrom('comments').where(isPending).where('wave_key', '=', key)
  const newest = await pending
    .select(['id', 'email_key', 'article_id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(readMax)
    .execute()
  const [last] = newest
  if (!last) return null
  const sample = await database
    .selectFrom('comments')
    .select(['id', 'name', 'message'])
    .where('id', '=', last.id)
    .executeTakeFirst()
  const first = await pending.select('created_at').orderBy('id').limit(1).executeTakeFirst()
  if (!sample || !first) return null
  const [kind = '', ...value] = key.split(':')
  const isHidden = kind === 'text' || kind === 'network'
  const has_more = newest.length === readMax
  return {
    id: key,
    sample,
    has_more,
    total: has_more ? await countInWave(database, key) : newest.length,
    authors: new Set(newest.map(({ email_key }) => email_key)).size,
    articles: new Set(newest.map(({ article_id }) => article_id)).size,
    first_at: first.created_at,
    last_at: last.created_at,
    kind: kind as CommentWave['kind'],
    value: isHidden ? '' : value.join(':'),
  }
}

type WaveDecision = {
  wave: string
  action: Verdict
  seen_at: string
  seen_total: number
}

/**
 * Decides on the pending comments of a wave that the user saw, in short transactions that are one decision.
 * @throws 409 when there are more of them than the user saw; later, when the decision was undone before its end
 */
export async function decideWave(context: RequestContext, input: WaveDecision) {
  const { wave, action, seen_at, seen_total } = input
  const seen = (database: Database) =>
    database
      .selectFrom('comments')
      .where(isPending)
      .where('wave_key', '=', wave)
      .where('created_at', '<=', seen_at)
  const { total } = await seen(context.database)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total > seen_total) {
    throw conflict(
      `The wave has ${pluralize(total, 'comment')}, not ${formatCount(seen_total)}. Please look at it again.`,
    )
  }
  let last = 0
  let decisionId: number | null = null
  let counts = { succeeded: 0, failed: 0 }
  const countsWith = ({ succeeded, failed }: DecisionOutcome) => ({
    succeeded: counts.succeeded + succeeded.length,
    failed: counts.failed + failed.length,
  })
  const tell = auditInParts(context, { action: 'batch', target: 'comment', id: null })
  return inWindows(context, total, {
    async next(transaction) {
      if (decisionId !== null && !(await lockDecision(transaction, decisionId))) {
        throw conflict('This has been undone, so the rest of the wave stays as it was.')
      }
      return seen(transaction)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(windowSize)
        .execute()
    },
    async run(transaction, rows) {
      const pending = rows.map(({ id }) => ({ id, expected_status: 'PENDING' as const }))
      const outcome = await decide(transaction, context, pending, { action, decisionId })
      const [kind] = wave.split(':')
      const decision = outcome.decisionId
      await tell(transaction, { action, wave: kind, decision, total, ...countsWith(outcome) })
      return outcome
    },
    onStored(rows, outcome) {
      last = rows.at(-1)?.id ?? last
      decisionId = outcome.decisionId
      counts = countsWith(outcome)
    },
  })
}
