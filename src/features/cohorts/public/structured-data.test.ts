import { expect, test } from 'vitest'
import type { Cohort } from '../contract.ts'
import { courseStructuredData } from './structured-data.ts'

const cohort: Cohort = {
  id: 1,
  name: 'Kigali Web Cohort 12',
  short_description: '<p>Mornings in Kicukiro.</p>',
  status: 'open',
  start: '2026-12-07',
  end: '2027-03-08',
  deadline: '2026-11-30',
  limit: 40,
  total_registered: 12,
}
const now = new Date('2026-11-20T08:00:00.000Z')
const coursesOf = (...cohorts: Cohort[]) =>
  courseStructuredData(cohorts, 'https://huza.example', now)

test('a course has the required structured data, with an instance for each open cohort', () => {
  const [course] = coursesOf(cohort, { ...cohort, name: 'Remote Cohort 7' })
  expect(course).toMatchObject({
    '@type': 'Course',
    name: expect.stringMatching(/\w/),
    description: expect.stringMatching(/\w/),
    provider: { '@type': 'Organization', name: 'Huza' },
    hasCourseInstance: [
      {
        '@type': 'CourseInstance',
        name: 'Kigali Web Cohort 12',
        startDate: '2026-12-07',
        endDate: '2027-03-08',
        courseMode: 'Onsite',
        courseSchedule: { repeatFrequency: 'Weekly', repeatCount: 13 },
      },
      { name: 'Remote Cohort 7', courseMode: 'Online' },
    ],
  })
  expect(JSON.stringify(course)).not.toContain('price')
})

test('closed cohorts are left out', () => {
  const closed: Partial<Cohort>[] = [
    { status: 'upcoming' },
    { status: 'draft' },
    { deadline: '2026-11-19' },
    { total_registered: 40 },
  ]
  expect(coursesOf(...closed.map((change) => ({ ...cohort, ...change })))).toEqual([])
})
