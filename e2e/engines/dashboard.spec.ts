import { apply } from '../support/dashboard.ts'
import { signInAsAdmin } from '../support/staff.ts'
import { expect, test } from './test.ts'

test('the sign-in leads to the dashboard', async ({ visitor }) => {
  await visitor.signIn('/dashboard')
  await visitor.seesHeading('Muraho')
  await visitor.sees('Latest applications')
})

test('a form opened from the menu of a row gives the focus back to it, each time', async ({
  visitor,
}) => {
  await visitor.signIn('/dashboard/cohorts')
  for (let times = 0; times < 2; times += 1) {
    await visitor.press('button', 'Actions for Kigali Web Cohort 12')
    await visitor.press('menuitem', 'Edit')
    await visitor.seesHeading('Edit Kigali Web Cohort 12')
    await visitor.press('button', 'Cancel')
    await visitor.hasFocusOn('Actions for Kigali Web Cohort 12')
  }
})

test('a PDF resume is shown in the dashboard', async ({ engine, visitor, site }) => {
  test.slow()
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Resume Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id })
  await visitor.signIn(`/dashboard/applications/${id}`)
  await visitor.seesHeading('Resume')
  // The engine's own viewer takes its time on a busy machine.
  const text = () => engine.textOfFrame('Resume: aline-resume.pdf').catch(String)
  await expect.poll(text, { timeout: 240_000 }).toContain('Aline Uwase, resume')
})
