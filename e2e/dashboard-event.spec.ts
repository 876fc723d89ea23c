import { notificationOf, openDashboard, withoutLiveChanges } from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
import { createEvent, registerFor } from './support/events.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test('the buttons of an event do not move when its registrations come late', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Late Evening' })
  const release = await keepBack(page, /\/registrations\/\?/)
  await openDashboard(page, `/dashboard/events/${id}`)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(more).toBeVisible()
  const before = await more.boundingBox()
  release()
  await expect(page.getByText('0 registered, 0 checked in')).toBeVisible()
  expect(await more.boundingBox()).toEqual(before)
})

test('the way back from the registrations of an event leads to the list as it was left', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Way Back Evening' })
  const search = '?search=Way+Back&when=upcoming&ordering=-title'
  await openDashboard(page, `/dashboard/events${search}`)
  await page.getByRole('main').getByRole('link', { name: 'Way Back Evening' }).click()
  await page.getByRole('searchbox', { name: 'Search registrations' }).fill('Aline')
  await expect(page).toHaveURL(/\?search=Aline$/)
  await page.reload()
  await page.getByRole('link', { name: 'All events' }).click()
  await expect(page).toHaveURL(`${site.url}/dashboard/events${search}`)
  await page.goto(`${site.url}/dashboard/events/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`${site.url}/dashboard/events${search}`)
})

test.describe('an event that has changed since it was opened', () => {
  test.use({ expectedErrors: [/409.*admin\/events/] })

  test('is saved with its email once the number of those registered is seen', async ({
    page,
    site,
  }) => {
    const id = await createEvent(site.url, { title: 'Filling Evening' })
    await registerFor(site.url, id, uniqueEmail())
    await withoutLiveChanges(page)
    await openDashboard(page, `/dashboard/events/${id}/edit`)
    await page.getByRole('textbox', { name: 'Place', exact: true }).fill('Huye Campus')
    await page.getByLabel('Tell them of the change by email').check()
    await expect(page.getByText('1 person is registered.')).toBeVisible()
    const late = uniqueEmail()
    await registerFor(site.url, id, late)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'not 1' })).toBeVisible()
    await expect(page.getByText('2 people are registered.')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(notificationOf(page, 'Filling Evening has been saved.')).toBeVisible()
    expect(emailTo(site, late, 2)).toContain('Huye Campus')
  })

  test('asks whether to tell the first who registers while it is edited', async ({
    page,
    site,
  }) => {
    const id = await createEvent(site.url, { title: 'Quiet Evening' })
    await withoutLiveChanges(page)
    await openDashboard(page, `/dashboard/events/${id}/edit`)
    const place = page.getByRole('textbox', { name: 'Place', exact: true })
    const counted = page.waitForResponse(/\/change\/\?.*Huye/)
    await place.fill('Huye Campus')
    await counted
    const first = uniqueEmail()
    await registerFor(site.url, id, first)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'not 0' })).toBeVisible()
    await expect(page.getByLabel('Tell them of the change by email')).toBeChecked()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(notificationOf(page, 'Quiet Evening has been saved.')).toBeVisible()
    expect(emailTo(site, first, 2)).toContain('Huye Campus')
  })

  test('is cancelled from the list once that is told', async ({ page, site }) => {
    const id = await createEvent(site.url, { title: 'Moved Evening' })
    await openDashboard(page, '/dashboard/events?search=Moved')
    await page.getByRole('button', { name: 'Actions for Moved Evening' }).click()
    await page.getByRole('menuitem', { name: 'Cancel event' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Moved Evening?' })
    await expect(dialog.getByText('so nobody is written to')).toBeVisible()
    const staff = await signInAsAdmin(site.url)
    await staff.call('PATCH', `/admin/events/${id}/`, { location: 'Huye Campus' })
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(dialog.getByRole('alert')).toContainText('by Administrator (location)')
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(notificationOf(page, 'Moved Evening is cancelled.')).toBeVisible()
    expect((await staff.call('GET', `/admin/events/${id}/`)).is_cancelled).toBe(true)
  })
})
