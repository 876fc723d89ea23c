import { insertCertificates, type NewCertificate } from '#features/certificates/server/queries.ts'
import type { Services } from '#platform/http/context.ts'

let count = 0

/** Stores a certificate, by default with a number and a cohort of its own. @returns it */
export async function createCertificate(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<NewCertificate> = {},
) {
  count += 1
  const certificate = {
    number: `2026-TEST${count}`,
    full_name: 'Aline Uwase',
    email: 'aline@example.rw',
    course: 'React Development',
    cohort: `Kigali Web Cohort ${10 + count}`,
    start: '2025-10-06',
    end: '2026-01-09',
    issued_on: '2026-01-16',
    ...overrides,
  }
  const [stored] = await insertCertificates(database, [certificate], now().toISOString())
  if (!stored) throw new Error('There is a valid certificate of this person and cohort')
  return stored
}
