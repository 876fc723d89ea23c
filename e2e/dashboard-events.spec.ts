import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { createEvent, registerFor } from './support/events.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test('an event is made with a picture, and duplicated on another day', async ({ page }) => {
  await openDashboard(page, '/dashboard/events')
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByLabel('Title').fill("Noël's Open Doors")
  await page.getByLabel('Description').fill('Come and see.')
  await page.getByLabel('Category').fill('Community')
  await page.getByLabel('Type').selectOption('workshop')
  await page.getByLabel('Start').fill('2090-05-04T09:00')
  await page.getByLabel('End').fill('2090-05-04T11:30')
  await page.getByRole('textbox', { name: 'Place', exact: true }).fill('Huza Hub')
  await page.getByLabel('Places').fill('12')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    buffer: await redAndBlue(1280, 576).png().toBuffer(),
  })
  await expect(page.getByText('Replace', { exact: true })).toBeVisible()
  await page.getByLabel('What the picture shows').fill('An open door')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(notificationOf(page, "Noël's Open Doors has been saved.")).toBeVisible()

  await page.getByLabel('Search events').fill('noel')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, "Noël's")).toContainText('4 May 2090')
  await expect(rowOf(page, "Noël's")).toContainText('9:00 AM - 11:30 AM')
  await page.getByRole('button', { name: "Actions for Noël's Open Doors" }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByText("A copy of Noël's Open Doors, of which nothing")).toBeVisible()
  await expect(page.getByLabel('Start')).toBeFocused()
  await expect(page.getByLabel('Start')).toHaveValue('')
  await expect(page.getByLabel('What the picture shows')).toHaveValue('An open door')
  await page.getByLabel('Start').fill('2090-06-04T09:00')
  await page.getByLabel('End').fill('2090-06-04T11:30')
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events\?search=noel$/)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.goto('/events?shown=100')
  const card = page.getByRole('article').filter({ hasText: '4 Jun 2090' })
  await expect(card.getByRole('img', { name: 'An open door' })).toBeVisible()
})

test.describe('an event that another user has changed', () => {
  test.use({ expectedErrors: [/40[09].*admin\/events/] })

  test('is not overwritten, and a limit below those registered is refused in words', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const id = await createEvent(site.url, { title: 'Contested Evening', capacity: 5 })
    for (const email of [uniqueEmail(), uniqueEmail()]) await registerFor(site.url, id, email)
    await openDashboard(page, `/dashboard/events/${id}/edit`)
    await page.getByLabel('Places').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(
      page.getByText('2 people are registered already, so there must be as many places'),
    ).toBeVisible()
    await page.getByLabel('Places').fill('9')
    await staff.call('PATCH', `/admin/events/${id}/`, { location: 'Huye Campus' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This was changed' })).toContainText(
      /by Administrator \(location\)\. Nothing of yours has been saved yet\./,
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save mine anyway' }).click()
    await expect(notificationOf(page, 'Contested Evening has been saved.')).toBeVisible()
    const event = await staff.call('GET', `/admin/events/${id}/`)
    expect(event).toMatchObject({ capacity: 9, location: 'Huye Campus' })
  })
})

test('what is typed on while an event is saved stays on its page', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const id = await createEvent(site.url, { title: 'Evening in Haste' })
  const stored = async () => (await staff.call('GET', `/admin/events/${id}/`)).location
  await openDashboard(page, `/dashboard/events/${id}/edit`)
  const release = await keepBack(page, `**/admin/events/${id}/`, { method: 'PATCH' })
  const place = page.getByRole('textbox', { name: 'Place', exact: true })
  await place.fill('Room 1')
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saving
  await place.fill('Room 12')
  release()
  await expect(
    notificationOf(page, 'Evening in Haste has been saved, but not yet what you typed since.'),
  ).toBeVisible()
  await expect(place).toHaveValue('Room 12')
  expect(await stored()).toBe('Room 1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  expect(await stored()).toBe('Room 12')
})

test.describe('an event with people', () => {
  test.use({ expectedErrors: [/409.*admin\/events/] })

  test('is not deleted but cancelled, by keyboard: each gets the email, and the site says so', async ({
    page,
    site,
  }) => {
    const id = await createEvent(site.url, { title: 'Doomed Evening' })
    const emails = [uniqueEmail(), uniqueEmail()]
    for (const email of emails) await registerFor(site.url, id, email)
    await openDashboard(page, '/dashboard/events?search=Doomed')
    const menu = page.getByRole('button', { name: 'Actions for Doomed Evening' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Doomed Evening?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toContainText(
      '2 people are registered for this event',
    )
    await page.keyboard.press('Escape')

    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel event' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel Doomed Evening?' })
    await expect(dialog.getByText('2 people are registered.')).toBeVisible()
    await expect(dialog.getByLabel('Your words')).toBeFocused()
    await page.keyboard.type('The hall is flooded.')
    await expect(dialog.getByText(/Dear Eric,.*The hall is flooded\..*calendar/s)).toBeVisible()
    await expectAccessible(page)
    await expect(dialog.getByRole('button', { name: 'Cancel event, send 2 emails' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(
      notificationOf(page, 'Doomed Evening is cancelled. 2 emails went to the outbox.'),
    ).toBeVisible()
    await expect(rowOf(page, 'Doomed Evening')).toContainText('Cancelled')
    const staff = await signInAsAdmin(site.url)
    for (const email of emails) {
      const { results } = await staff.call('GET', `/admin/outbox/?search=${email}`)
      expect(results.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
        'Cancelled: Doomed Evening',
        'You are registered: Doomed Evening',
      ])
      const sent = await staff.call(
        'GET',
        `/admin/outbox/${Math.max(...results.map(({ id: one }: { id: number }) => one))}/`,
      )
      expect(sent.body).toContain('The hall is flooded.')
    }
    await page.goto(`/events/${id}`)
    await expect(page.getByRole('heading', { name: 'This event is cancelled' })).toBeVisible()
    expect(await (await page.request.get(`/events/${id}.ics`)).text()).toContain('STATUS:CANCELLED')
  })
})

test('whoever goes elsewhere while an event is being deleted stays there', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const id = await createEvent(site.url, { title: 'Deleted Slowly' })
  await openDashboard(page)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByLabel('Search events').fill('Deleted Slowly')
  await expect(rowsOf(page)).toHaveCount(1)
  await rowOf(page, 'Deleted Slowly').getByRole('link').first().click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const release = await keepBack(page, `**/api/admin/events/${id}/`, { method: 'DELETE' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Latest applications')).toBeVisible()
  release()
  await expect(stripOf(page, 'Deleted Slowly has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  const { results } = await staff.call('GET', '/admin/events/?search=Deleted+Slowly')
  expect(results).toEqual([])
})

test('at the door, two colleagues check guests in on phones, and take it back', async ({
  page,
  browser,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Evening at the Door' })
  for (const name of ['Aline Uwase', "İbrahim N'Dour", 'Zoé Mukamana']) {
    await registerFor(site.url, id, uniqueEmail(), name)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const path = `/dashboard/events/${id}/check-in`
  await openDashboard(page, path)
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 360, height: 740 },
  })
  const colleague = await context.newPage()
  await openDashboard(colleague, path)
  await expect(page.getByText('0 of 3 here')).toBeVisible()
  await page.getByRole('button', { name: 'Check in Aline Uwase' }).click()
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aline Uwase', exact: true })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // The colleague sees it without a reload, and checks in another guest.
  await expect(colleague.getByText('1 of 3 here')).toBeVisible()
  await colleague.getByLabel('Search by name').fill("n'dour ibr")
  await expect(colleague.getByRole('listitem')).toHaveCount(1)
  await colleague.getByRole('button', { name: "Check in İbrahim N'Dour" }).click()
  await expect(page.getByText('2 of 3 here')).toBeVisible()
  await expect(page.getByText(/^Here since \d\d:\d\d, Administrator$/)).toHaveCount(2)
  await context.close()

  await page.getByRole('button', { name: 'Undo the check-in of Aline Uwase' }).press('Enter')
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check in Aline Uwase' })).toBeFocused()
})

test.describe('a registration without a connection', () => {
  test.use({ expectedErrors: [/check-in|resend/] })

  test('says that a check-in may not have been saved', async ({ page, site }) => {
    const id = await createEvent(site.url, { title: 'Evening without Network' })
    await registerFor(site.url, id, uniqueEmail())
    await openDashboard(page, `/dashboard/events/${id}/check-in`)
    await page.route('**/check-in/', (route) => route.abort())
    await page.getByRole('button', { name: 'Check in Eric Habimana' }).click()
    await expect(page.getByRole('listitem').getByRole('alert')).toContainText(
      /^May not have been saved\. No connection/,
    )
    await expect(page.getByText('0 of 1 here')).toBeVisible()
  })

  test('says that an email may have been sent again', async ({ page, site }) => {
    const id = await createEvent(site.url, { title: 'Evening of one Email' })
    await registerFor(site.url, id, uniqueEmail())
    await openDashboard(page, `/dashboard/events/${id}`)
    await page.route('**/resend/', (route) => route.abort())
    await page.getByRole('button', { name: 'Actions for Eric Habimana' }).click()
    await page.getByRole('menuitem', { name: 'Send the email again' }).click()
    await expect(
      notificationOf(page, /^This may have been done: please look first\. No connection/),
    ).toBeVisible()
  })

  test('does not send an email again that waits in the outbox', async ({ page, site }) => {
    const id = await createEvent(site.url, { title: 'Evening of waiting' })
    const email = uniqueEmail()
    await registerFor(site.url, id, email)
    await openDashboard(page, `/dashboard/events/${id}`)
    await page.getByRole('button', { name: 'Actions for Eric Habimana' }).click()
    await page.getByRole('menuitem', { name: 'Send the email again' }).click()
    await expect(
      notificationOf(page, `The email to ${email} is in the outbox already`),
    ).toBeVisible()
  })
})

test('a registration is exported and deleted', async ({ page, site }) => {
  const id = await createEvent(site.url, { title: 'Evening of Lists', capacity: 4 })
  const email = uniqueEmail()
  await registerFor(site.url, id, email)
  await openDashboard(page, `/dashboard/events/${id}`)
  await expect(page.getByText('1 of 4 registered, 0 checked in')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^event-\d+-registrations-.*\.csv$/)
  const menu = page.getByRole('button', { name: 'Actions for Eric Habimana' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No registrations yet')).toBeVisible()
  await expect(page.getByText('0 of 4 registered')).toBeVisible()
})
