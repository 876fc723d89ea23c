import { apply } from './dashboard.ts'
import { emailsTo } from './emails.ts'
import type { TestServer } from './server.ts'
import { signInAsAdmin } from './staff.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The day after so many days, as YYYY-MM-DD. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A cohort with shortlisted applicants. */
export async function prepareInterviews(site: TestServer, name: string, people: readonly string[]) {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name })
  const ids: number[] = []
  for (const first_name of people) {
    const { id } = await apply(site.url, { cohort: cohort.id, first_name, last_name: "O'İpek" })
    await staff.call('POST', `/website/application/${id}/change-status/`, { status: 'SHORTLISTED' })
    ids.push(id)
  }
  const makeTimes = (days: string[], more: object = {}) =>
    staff.call('POST', '/admin/interview-slots/', {
      cohort: cohort.id,
      days,
      from: '09:00',
      to: '10:30',
      length: 30,
      place: 'Room 2',
      ...more,
    })
  /** The link in the latest email to an applicant. */
  const linkOf = async (id: number) => {
    const { email } = await staff.call('GET', `/website/application/${id}/`)
    const [latest = ''] = emailsTo(site, email)
    return /\/interview\?token=\S+/.exec(latest)?.[0] ?? ''
  }
  return { staff, cohort: cohort.id as number, ids, makeTimes, linkOf }
}
