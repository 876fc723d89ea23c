import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { digitsOf, numberDigitsMin, withoutPrefix } from '#database/search.ts'
import type { Services } from '#platform/http/context.ts'
import type { DataKey } from '#platform/security/data-keys.ts'
import { openRows, unreadable } from '#platform/security/sealed-columns.ts'
import type { RelatedApplication } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { identificationKeysOf } from './identification.ts'

/** A phone number in one spelling; empty for what is too short to be one. */
export function phoneKeyOf(number: string) {
  const digits = withoutPrefix(digitsOf(number))
  return digits.length < numberDigitsMin || digits.startsWith('0') ? '' : digits
}

const columns = {
  email: 'email_key',
  phone: 'phone_key',
  identification: 'identification_key',
} as const
type Same = keyof typeof columns

const hasSame = (column: 'email_key' | 'phone_key') => {
  const [own, other] = ['applications', 'other'].map((table) => sql.ref(`${table}.${column}`))
  return sql<boolean>`exists (
    select 1 from applications as other
    where ${other} = ${own} and ${own} <> '' and other.id <> applications.id
  )`
}

/** Whether there is another application with the same email or phone. Each is looked up by its index. */
export const hasAppliedOtherwise = sql<
  boolean | number
>`(${hasSame('email_key')} or ${hasSame('phone_key')})`

type Opener = Pick<Services, 'database' | 'dataKeys'>

/** Those of some applications, opened, whose national ID another application has, too. */
export async function findSharedIdentifications(
  { database, dataKeys }: Opener,
  rows: readonly { id: number; identification: string }[],
): Promise<ReadonlySet<number>> {
  const keys = dataKeys()
  const keysById = new Map(rows.map(({ id, identification }) => [id, keysOf(identification, keys)]))
  const all = [...new Set([...keysById.values()].flat())]
  if (all.length === 0) return new Set()
  const found = await database
    .selectFrom('applications')
    .select(({ fn }) => ['identification_key as key', fn.countAll<number>().as('count')])
    .where('identification_key', 'in', all)
    .groupBy('identification_key')
    .execute()
  const counts = new Map(found.map(({ key, count }) => [key, count]))
  const countOf = (keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0)
  return new Set([...keysById].flatMap(([id, keys]) => (countOf(keys) > 1 ? [id] : [])))
}

const keysOf = (identification: string, keys: readonly DataKey[]) =>
  identification === unreadable ? [] : identificationKeysOf(identification, keys).filter(Boolean)

/** The other applications of a person that are named; a phone can be a whole family's. */
const namedMax = 20

/** The other applications with the same email, phone or national ID, in whatever cohort, latest first. */
export async function findRelated(services: Opener, id: number): Promise<RelatedApplication[]> {
  const { database, dataKeys } = services
  const sealed = await database
    .selectFrom('applications')
    .select(['email_key', 'phone_key', 'identification', 'resume_id'])
    .where('id', '=', id)
    .execute()
  const [own] = await openRows(services, 'applications', sealed)
  if (!own) return []
  const values = {
    email: [own.email_key].filter(Boolean),
    phone: [own.phone_key].filter(Boolean),
    identification: keysOf(own.identification, dataKeys()),
  }
  const same = new Map<number, Same[]>()
  for (const kind of Object.keys(columns) as Same[]) {
    if (values[kind].length === 0) continue
    const found = await database
      .selectFrom('applications')
      .select('id')
      .where(columns[kind], 'in', values[kind])
      .where('id', '!=', id)
      .orderBy('id', 'desc')
      .limit(namedMax)
      .execute()
    for (const one of found) same.set(one.id, [...(same.get(one.id) ?? []), kind])
  }
  const ids = [...same.keys()].sort((a, b) => b - a).slice(0, namedMax)
  if (ids.length === 0) return []
  const [rows, reasons] = await Promise.all([
    database
      .selectFrom('applications')
      .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
      .select([
        'applications.id',
        'applications.first_name',
        'applications.last_name',
        'applications.status',
        'applications.created_at',
        'cohorts.name as cohort_name',
      ])
      .where('applications.id', 'in', ids)
      .orderBy('applications.id', 'desc')
      .execute(),
    findReasons(database, ids),
  ])
  return rows.map((row) => ({
    ...row,
    status: row.status as ApplicationStatus,
    same: same.get(row.id) ?? [],
    reason: reasons.get(row.id) ?? '',
  }))
}

/** The notes with which these applications got the status that they have; who undoes a change brings back those of before. */
async function findReasons(database: Database, ids: readonly number[]) {
  const changes = await database
    .selectFrom('application_history')
    .select(['application_id as id', 'to_status', 'notes', 'is_undo'])
    .where('application_id', 'in', ids)
    .where('from_status', 'is not', null)
    .whereRef('from_status', '!=', 'to_status')
    // A mere `id` would be the application's here.
    .orderBy('application_history.id')
    .execute()
  const ofStatus = new Map<string, string>()
  const reasons = new Map<number, string>()
  for (const { id, to_status, notes, is_undo } of changes) {
    const key = `${id} ${to_status}`
    if (!is_undo) ofStatus.set(key, notes)
    reasons.set(id, ofStatus.get(key) ?? '')
  }
  return reasons
}
