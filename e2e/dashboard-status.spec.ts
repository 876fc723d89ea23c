import {
  apply,
  colleagueSeen,
  openDashboard,
  rowOf,
  rowsOf,
  setStatus,
  stripOf,
  withoutLiveChanges,
} from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectUncovered, test } from './support/test.ts'

const list = '/dashboard/applications'

test('a status is changed with a note, and changed back', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Single Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id, last_name: 'Ingabire' })
  await openDashboard(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByLabel('New status').selectOption('ACCEPTED')
  await page.getByRole('dialog').getByLabel('Notes').fill('Welcome on board')
  await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click()
  await expect(stripOf(page, 'Aline Ingabire: Pending → Accepted')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Welcome on board')
  await expect(history.getByRole('listitem').first()).toContainText('Administrator')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('listitem').first()).toContainText('Change undone')
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(stripOf(page, 'Aline Ingabire is pending again.')).toBeFocused()
})

test('a change without a status asks for one', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Unchosen Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id })
  await openDashboard(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(dialog.getByLabel('New status')).toHaveAccessibleDescription(
    'Please choose a status',
  )
  await expect(dialog.getByText('No connection')).toHaveCount(0)
})

test('two clicks in the list change a status, which one more undoes, and nothing moves', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Two Clicks' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Ingabire' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Zawadi' })
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.evaluate(() => document.fonts.ready)
  const before = await rowOf(page, 'Zawadi').boundingBox()
  await setStatus(page, 'Aline Zawadi', 'Shortlisted')
  await expect(stripOf(page, 'Aline Zawadi: Pending → Shortlisted')).toBeVisible()
  await expect(rowOf(page, 'Zawadi')).toContainText('Shortlisted')
  expect(await rowOf(page, 'Zawadi').boundingBox()).toEqual(before)
  expect(before?.height).toBeLessThan(42)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, 'Aline Zawadi is pending again.')).toBeVisible()
  await expect(rowOf(page, 'Zawadi')).toContainText('Pending')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(rowsOf(page).first().getByRole('link')).toBeFocused()
})

test.describe('a status that another user has changed', () => {
  test.use({ expectedErrors: [/409.*change-status/] })
  test('is shown instead of overwritten', async ({ page, site }) => {
    await withoutLiveChanges(page)
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Conflict Cohort' })
    const { id } = await apply(site.url, { cohort: cohort.id })
    await openDashboard(page, `${list}/${id}`)
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByLabel('New status').selectOption('ACCEPTED')
    await page.getByRole('dialog').getByLabel('Notes').fill('A note worth keeping')
    await staff.call('POST', `/website/application/${id}/change-status/`, { status: 'REJECTED' })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(dialog.getByRole('alert')).not.toBeEmpty()
    await expect(dialog.getByText('Rejected', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel('Notes')).toHaveValue('A note worth keeping')
  })

  test('to what was chosen as well is not sent once more', async ({ page, site }) => {
    await withoutLiveChanges(page)
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Agreeing Cohort' })
    const { id } = await apply(site.url, { cohort: cohort.id })
    await openDashboard(page, `${list}/${id}`)
    await page.getByRole('button', { name: 'Change status' }).click()
    await staff.call('POST', `/website/application/${id}/change-status/`, { status: 'REJECTED' })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New status').selectOption('REJECTED')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(dialog.getByRole('alert')).toContainText('from PENDING to REJECTED')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(dialog.getByLabel('New status')).toHaveAccessibleDescription(
      'Please choose a status',
    )
  })

  test('is not overwritten by a decision that began before the page behind showed it', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Live Conflict Cohort' })
    const { id } = await apply(site.url, { cohort: cohort.id })
    await openDashboard(page, `${list}/${id}`)
    await page.getByRole('button', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New status').selectOption('REJECTED')
    await dialog.getByLabel('Notes').fill('A note worth keeping')
    const path = `/website/application/${id}/`
    const seen = colleagueSeen(page, path, (row) => 'status' in row && row.status === 'ACCEPTED')
    await staff.call('POST', `${path}change-status/`, { status: 'ACCEPTED' })
    await seen
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(dialog.getByRole('alert')).toContainText('from PENDING to ACCEPTED')
    await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('New status')).toHaveValue('REJECTED')
    await expect(dialog.getByLabel('Notes')).toHaveValue('A note worth keeping')
    expect((await staff.call('GET', path)).status).toBe('ACCEPTED')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(stripOf(page, 'Accepted → Rejected')).toBeVisible()
  })

  for (const { where, pathOf, item } of [
    {
      where: 'a list that it has left',
      pathOf: (cohort: number) => `${list}?cohort_id=${cohort}&status=PENDING`,
      item: 'Change status',
    },
    {
      where: 'the board',
      pathOf: (cohort: number) => `/dashboard/cohorts/${cohort}/board`,
      item: 'Change with a note',
    },
  ]) {
    test(`is changed on ${where} once it was shown`, async ({ page, site }) => {
      await withoutLiveChanges(page)
      const staff = await signInAsAdmin(site.url)
      const cohort = await staff.createCohort({ name: `Conflict on ${where}` })
      const name = { first_name: 'Contested', last_name: 'Keza' }
      const { id } = await apply(site.url, { cohort: cohort.id, ...name })
      await openDashboard(page, pathOf(cohort.id))
      await page.getByRole('button', { name: 'Actions for Contested Keza' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New status').selectOption('ACCEPTED')
      await dialog.getByLabel('Notes').fill('A note worth keeping')
      await staff.call('POST', `/website/application/${id}/change-status/`, { status: 'REJECTED' })
      await dialog.getByRole('button', { name: 'Change status' }).click()
      await expect(dialog.getByRole('alert')).not.toBeEmpty()
      await expect(dialog.getByText('Rejected', { exact: true })).toBeVisible()
      await expect(dialog.getByLabel('Notes')).toHaveValue('A note worth keeping')
      await dialog.getByRole('button', { name: 'Change status' }).click()
      await expect(stripOf(page, 'Contested Keza: Rejected → Accepted')).toBeVisible()
    })
  }
})

for (const width of [360, 1280]) {
  test(`at ${width} pixels, the strip of a decision covers no control`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 720 })
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: `Notified Cohort ${width}` })
    for (const last_name of ['Mbere', 'Kabiri', 'Gatatu']) {
      await apply(site.url, { cohort: cohort.id, last_name })
    }
    await openDashboard(page, `${list}?cohort_id=${cohort.id}&ordering=name`)
    await rowOf(page, 'Kabiri').or(rowOf(page, 'Gatatu')).first().getByRole('link').click()
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByLabel('New status').selectOption('REVIEWING')
    await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click()
    const strip = stripOf(page, /Pending → Reviewing/)
    await expect(strip).toBeVisible()
    for (const control of [
      page.getByRole('link', { name: 'Next application' }),
      page.getByRole('button', { name: 'Change status' }),
      page.getByRole('button', { name: /^Your menu/ }).filter({ visible: true }),
      page.getByRole('button', { name: 'Undo' }),
      page.getByRole('button', { name: 'Download' }),
    ]) {
      await control.scrollIntoViewIfNeeded()
      await expectUncovered(control)
    }
    await expect(strip).toBeVisible()
  })
}
