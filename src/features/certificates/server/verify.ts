import type { Database } from '#database/open.ts'
import { localDay } from '#shared/company.ts'
import { isWholeCode, toCode } from '../validation.ts'
import type { Verification } from '../verify-contract.ts'

const printed = [
  'full_name',
  'course',
  'cohort',
  'start_day as start',
  'end_day as end',
  'issued_day as issued_on',
  'corrected_day as corrected_on',
  'version',
] as const

/** What the version of a certificate with this code says, and whether it holds. Null when there is none. */
export async function findByCode(
  database: Database,
  typed: string,
): Promise<Omit<Verification, 'url' | 'checked_at'> | null> {
  const code = toCode(typed)
  if (!isWholeCode(code)) return null
  const current = await database
    .selectFrom('certificates')
    .select([...printed, 'number', 'revoked_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (current) {
    const { revoked_at, ...said } = current
    return { ...said, code, replaced_on: null, latest_code: null, ...stateOf(revoked_at) }
  }
  return findEarlier(database, code)
}

/** A version that was corrected since. Who has it learns of the correction, and of the certificate's revocation. */
async function findEarlier(database: Database, code: string) {
  const earlier = await database
    .selectFrom('earlier_certificates as earlier')
    .innerJoin('certificates as latest', 'latest.id', 'earlier.certificate_id')
    .select(printed.map((column) => `earlier.${column}` as const))
    .select(['latest.number', 'latest.code as latest_code', 'latest.revoked_at'])
    .select('earlier.replaced_at')
    .where('earlier.code', '=', code)
    .executeTakeFirst()
  if (!earlier) return null
  const { replaced_at, revoked_at, ...said } = earlier
  const state = revoked_at ? stateOf(revoked_at) : { status: 'REPLACED' as const, revoked_on: null }
  return { ...said, code, replaced_on: localDay(new Date(replaced_at)), ...state }
}

const stateOf = (revokedAt: string | null) => ({
  status: revokedAt ? ('REVOKED' as const) : ('VALID' as const),
  revoked_on: revokedAt && localDay(new Date(revokedAt)),
})
