import { insertCertificate, type NewCertificate } from '#features/certificates/server/queries.ts'
import type { Services } from '#platform/http/context.ts'

let count = 0

/** Stores a certificate, by default with a unique number. @returns it */
export function createCertificate(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<NewCertificate> = {},
) {
  count += 1
  const certificate = {
    number: `2026-TEST${count}`,
    full_name: 'Aline Uwase',
    email: 'aline@example.rw',
    course: 'React Development',
    cohort: 'Kigali Web Cohort 10',
    start: '2025-10-06',
    end: '2026-01-09',
    issued_on: '2026-01-16',
    ...overrides,
  }
  return insertCertificate(database, certificate, now().toISOString())
}
