import { localDay } from '#shared/company.ts'

const dayMs = 24 * 60 * 60 * 1000

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
] as const

/** The demo's three graduates, each with a certificate issued a week after the cohort's end. */
export const demoCertificates = (now: Date) =>
  graduates.map(({ endedDaysAgo, number, ...certificate }) => {
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
