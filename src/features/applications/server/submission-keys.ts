import type { Insertable, Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { fingerprintOf, requireSameRequest } from '#platform/http/idempotency.ts'
import { findKeyFor } from '#platform/security/sealed-columns.ts'
import { daysBefore } from '#shared/durations.ts'
import type { ApplicationInput } from '../application-schemas.ts'
import type { SubmittedApplication } from '../contract.ts'
import { hashOf } from './identification.ts'

export type Submission = { message: string; data: SubmittedApplication }

/** How long an application without a key counts as sent again, not as a second one. */
const resendMs = 3600_000

/**
 * The fingerprints that a form may have been stored with: that of now first, then those with other data keys, and that
 * of the version before. Without a data key none tells whether a form had some national ID.
 */
export async function fingerprintsOf(
  context: RequestContext,
  fields: Omit<ApplicationInput, 'resume' | 'done_at'>,
  file: { name: string; sha256: string },
): Promise<[string, ...string[]]> {
  const plain = fingerprintOf(fields, file)
  const sealed = context
    .dataKeys()
    .map((key) =>
      fingerprintOf({ ...fields, identification: hashOf(fields.identification, key) }, file),
    )
  const [now, ...others] = sealed
  const isPlain = now === undefined || (await findKeyFor(context, 'national IDs')) === null
  return isPlain ? [plain, ...sealed] : [now, ...others, plain]
}

/** No key of a request has a space. */
const keyOf = (fingerprint: string) => `form ${fingerprint}`

/**
 * The response that an application got before.
 * @param key null for a form without JavaScript: its fields stand for it
 * @throws 409 when the key was used for another application
 */
export async function findEarlierResponse(
  { database, now }: RequestContext,
  key: string | null,
  fingerprints: readonly string[],
) {
  const sinceMs = key === null ? now().getTime() - resendMs : 0
  const since = new Date(sinceMs).toISOString()
  let row: { fingerprint: string; answer: string } | undefined
  for (const one of key === null ? fingerprints.map(keyOf) : [key]) {
    row ??= (await findResponse(database, { key: one, since }))[0]
  }
  if (!row) return null
  await requireSameRequest(database, row.fingerprint, fingerprints, 'application')
  return JSON.parse(row.answer) as Submission
}

const findResponse = prepareQuery(
  (database, { key, since }: Slots<{ key: string; since: string }>) =>
    database
      .selectFrom('application_keys')
      .select(['fingerprint', 'answer'])
      .where('key', '=', key)
      .where('created_at', '>', since),
)

/** Stores the response in the transaction that stores the application. */
export function storeResponse(
  transaction: Transaction<Tables>,
  { key, fingerprint }: { key: string | null; fingerprint: string },
  response: Submission,
) {
  const store = key === null ? replaceResponse : insertResponse
  const { id: application_id, created_at } = response.data
  return store(transaction, {
    key: key ?? keyOf(fingerprint),
    fingerprint,
    application_id,
    answer: JSON.stringify(response),
    created_at,
  })
}

const insertOf = (
  database: Database,
  { key, fingerprint, application_id, answer, created_at }: Slots<StoredResponse>,
) =>
  database
    .insertInto('application_keys')
    .values({ key, fingerprint, application_id, answer, created_at })

type StoredResponse = Insertable<Tables['application_keys']>

const insertResponse = prepareQuery(insertOf)

/** The same form was sent before, for an application that has gone elsewhere since. */
const replaceResponse = prepareQuery((database, row: Slots<StoredResponse>) =>
  insertOf(database, row).onConflict((conflict) =>
    conflict.column('key').doUpdateSet(({ ref }) => ({
      application_id: ref('excluded.application_id'),
      answer: ref('excluded.answer'),
      created_at: ref('excluded.created_at'),
    })),
  ),
)

const keptDays = 7

/** Deletes stored responses after a week: a client doesn't retry a request so late. */
export async function removeOldIdempotencyKeys({
  database,
  now,
}: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  await database.deleteFrom('application_keys').where('created_at', '<=', before).execute()
}
