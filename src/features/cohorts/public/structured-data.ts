import { company } from '#shared/company.ts'
import type { Cohort } from '../contract.ts'
import { isOpen, weeksOf } from './registration.ts'

const isOnline = ({ name, short_description }: Cohort) =>
  /\b(online|remote)\b/i.test(`${name} ${short_description}`)

/**
 * The training programme as structured data (schema.org), with the open cohorts. It has no price, because the site
 * states none.
 * @returns an empty list while no cohort is open
 */
export function courseStructuredData(
  cohorts: readonly Cohort[],
  siteUrl: string,
  now = new Date(),
) {
  const open = cohorts.filter((cohort) => isOpen(cohort, now))
  if (open.length === 0) return []
  const address = `${siteUrl}/cohort-application`
  return [
    {
      '@type': 'Course',
      '@id': `${address}#course`,
      url: address,
      name: `${company.name} training programme`,
      description:
        'Three months of intensive training, an industry certification, and support in finding a job.',
      inLanguage: 'en',
      timeRequired: 'P3M',
      educationalCredentialAwarded: 'Industry certification',
      provider: { '@type': 'Organization', name: company.name, url: `${siteUrl}/` },
      hasCourseInstance: open.map((cohort) => ({
        '@type': 'CourseInstance',
        name: cohort.name,
        startDate: cohort.start,
        endDate: cohort.end,
        courseMode: isOnline(cohort) ? 'Online' : 'Onsite',
        courseSchedule: {
          '@type': 'Schedule',
          repeatFrequency: 'Weekly',
          repeatCount: weeksOf(cohort),
          startDate: cohort.start,
          endDate: cohort.end,
        },
      })),
    },
  ]
}
