import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { digitsOf } from '#database/search.ts'
import type { RelatedApplication } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'

const digitsMin = 7

/** The keys by which the applications of one person are found, with the e-mail's. */
export const identityKeysOf = (input: { phone_number: string; identification: string }) => ({
  phone_key: phoneKeyOf(input.phone_number),
  identification_key: input.identification.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''),
})

/** The digits of a phone number without the country code of Rwanda or leading zeros, of which people write either. */
function phoneKeyOf(number: string) {
  const digits = digitsOf(number)
    .replace(/^(?:00)?250(?=\d{9}$)/, '')
    .replace(/^0+/, '')
  return digits.length < digitsMin ? '' : digits
}

const keys = {
  email: 'email_key',
  phone: 'phone_key',
  identification: 'identification_key',
} as const
type Same = keyof typeof keys
const kinds = Object.keys(keys) as Same[]

const hasSame = (kind: Same) => {
  const [own, other] = ['applications', 'other'].map((table) => sql.ref(`${table}.${keys[kind]}`))
  return sql<boolean>`exists (
    select 1 from applications as other
    where ${other} = ${own} and ${own} <> '' and other.id <> applications.id
  )`
}

/** Whether there is another application with the same e-mail, phone or national ID. Each is looked up by its index. */
export const hasAppliedOtherwise = sql<
  boolean | number
>`(${sql.join(kinds.map(hasSame), sql` or `)})`

/** The other applications of a person that are named; a phone can be a whole family's. */
const namedMax = 20

/** The other applications with the same e-mail, phone or national ID, in whatever cohort, latest first. */
export async function findRelated(database: Database, id: number): Promise<RelatedApplication[]> {
  const own = await database
    .selectFrom('applications')
    .select(Object.values(keys))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!own) return []
  const same = new Map<number, Same[]>()
  for (const kind of kinds) {
    const value = own[keys[kind]]
    if (value === '') continue
    const found = await database
      .selectFrom('applications')
      .select('id')
      .where(keys[kind], '=', value)
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

/** The notes with which these applications got the status that they have. */
async function findReasons(database: Database, ids: readonly number[]) {
  const changes = await database
    .selectFrom('application_history')
    .select(['application_id as id', 'notes'])
    .where('application_id', 'in', ids)
    .where('from_status', 'is not', null)
    .whereRef('from_status', '!=', 'to_status')
    .orderBy('id')
    .execute()
  return new Map(changes.map(({ id, notes }) => [id, notes]))
}
