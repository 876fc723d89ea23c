import { apply } from './dashboard.ts'
import { signInAsAdmin } from './staff.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The day after so many days, as YYYY-MM-DD. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A cohort with shortlisted applicants. */
export async function prepareInterviews(siteUrl: string, name: string, people: readonly string[]) {
  const staff = await signInAsAdmin(siteUrl)
  const cohort = await staff.createCohort({ name })
  const ids: number[] = []
  for (const first_name of people) {
    const { id } = await apply(siteUrl, { cohort: cohort.id, first_name, last_name: "O'İpek" })
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
    const { results } = await staff.call('GET', '/admin/outbox/?page_size=100')
    const found = results.find(({ recipient }: { recipient: string }) => recipient === email)
    const { body } = await staff.call('GET', `/admin/outbox/${found.id}/`)
    return /\/interview\?token=\S+/.exec(body)?.[0] ?? ''
  }
  return { staff, cohort: cohort.id as number, ids, makeTimes, linkOf }
}
