import { apply } from '../support/dashboard.ts'
import { signInAsAdmin } from '../support/staff.ts'
import { expect, test } from './test.ts'

test('the sign-in leads to the dashboard', async ({ visitor }) => {
  await visitor.signIn('/dashboard')
  await visitor.seesHeading('Muraho')
  await visitor.sees('Latest applications')
})

test('a PDF resume is shown in the dashboard', async ({ engine, visitor, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Resume Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id })
  await visitor.signIn(`/dashboard/applications/${id}`)
  await visitor.seesHeading('Resume')
  // The engine's own viewer takes its time on a busy machine.
  const text = () => engine.textOfFrame('Resume: aline-resume.pdf').catch(String)
  await expect.poll(text, { timeout: 90_000 }).toContain('Aline Uwase, resume')
})
