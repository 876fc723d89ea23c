import { recordHistory } from '#features/certificates/server/history.ts'
import { revokeCertificate } from '#features/certificates/server/queries.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { createCertificate } from '../factories/certificates.ts'

const graduates = [
  {
    number: 'K7WQ2M',
    full_name: 'Divine Ingabire',
    email: 'divine.ingabire@example.rw',
    course: 'React Development',
    cohort: 'Kigali Web Cohort 9',
    endedDaysAgo: 40,
  },
  {
    number: 'R4HT9D',
    full_name: 'Patrick Niyonzima',
    email: 'patrick.niyonzima@example.rw',
    course: 'Node.js Backend Development',
    cohort: 'Remote Cohort 4',
    endedDaysAgo: 96,
  },
  {
    number: 'B8XN3V',
    full_name: 'Noëlla Mukamana',
    email: 'noella.mukamana@example.rw',
    course: 'UX/UI Design',
    cohort: 'Women in Tech Cohort 4',
    endedDaysAgo: 150,
  },
  {
    number: 'C5VJ8P',
    full_name: 'Jean de Dieu Habimana',
    email: 'jean.habimana@example.rw',
    course: 'React Development',
    cohort: 'Kigali Web Cohort 9',
    endedDaysAgo: 40,
    revokedFor: 'Issued by mistake: he goes on with the next cohort.',
  },
] as const

type Graduate = Omit<(typeof graduates)[number], 'revokedFor'> & { revokedFor?: string }

/** The demo's graduates, each with a certificate issued a week after the cohort's end. One was revoked since. */
export async function seedCertificates(services: Pick<Services, 'database' | 'now'>) {
  const by = { name: 'Huza Team', at: services.now().toISOString() }
  for (const { revokedFor, ...graduate } of demoCertificates(services.now())) {
    const certificate = await createCertificate(services, graduate)
    await recordHistory(services.database, [certificate], { action: 'issued' }, by)
    if (!revokedFor) continue
    const { id } = certificate
    const revoked = { id, revoked_reason: revokedFor }
    await revokeCertificate(services.database, revoked, by.at)
    const entry = { action: 'revoked', note: revokedFor } as const
    await recordHistory(services.database, [certificate], entry, by)
  }
}

const demoCertificates = (now: Date) =>
  graduates.map(({ endedDaysAgo, number, ...certificate }: Graduate) => {
    const daysAgo = (days: number) => localDay(new Date(now.getTime() - days * dayMs))
    const issued_on = daysAgo(endedDaysAgo - 7)
    return {
      ...certificate,
      number: `${issued_on.slice(0, 4)}-${number}`,
      start: daysAgo(endedDaysAgo + 91),
      end: daysAgo(endedDaysAgo),
      issued_on,
    }
  })
