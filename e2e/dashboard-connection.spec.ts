import type { Page } from '@playwright/test'
import { holdClock } from './support/clock.ts'
import { notificationOf, openDashboard, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { writeMessage } from './support/messages.ts'
import { postComments } from './support/posted-comments.ts'
import { postsOf } from './support/posts.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

// The browser logs every request that fails.
test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

const noConnection = /^This may have been done: please look first\. No connection/

async function fillCohort(page: Page, name: string) {
  await openDashboard(page, '/dashboard/cohorts')
  await expect(rowsOf(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'New cohort' }).click()
  const dialog = page.getByRole('dialog', { name: 'New cohort' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Limit').fill('20')
  await dialog.getByLabel('Start').fill('2090-03-06')
  await dialog.getByLabel('End').fill('2090-06-02')
  return dialog
}

/** Closes a dialog whose answer was lost, and goes back to it. */
async function keepWhatMayBeSaved(page: Page) {
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question).toContainText('It may have been saved: please look afterwards.')
  await question.getByRole('button', { name: 'Cancel' }).click()
}

test('what was created when its response was lost is not created again by the next press', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const name = `Lost ${crypto.randomUUID()}`
  const dialog = await fillCohort(page, name)
  const creation = '**/admin/cohorts/'
  await page.route(creation, async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await dialog.getByRole('button', { name: 'Create cohort' }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await keepWhatMayBeSaved(page)
  await page.unroute(creation)
  await dialog.getByRole('button', { name: 'Create cohort' }).click()
  await expect(notificationOf(page, `${name} has been saved.`)).toBeVisible()
  const query = `status=all&search=${encodeURIComponent(name)}`
  expect((await staff.call('GET', `/website/cohorts/?${query}`)).total_items).toBe(1)
})

test('a dialog that changes no row asks in the same words after its answer was lost', async ({
  page,
  site,
}) => {
  const { news_id } = await postComments(site.url, 'Lost block', [
    { name: 'Seller', email: 'seller@example.com', message: 'Buy this now.' },
  ])
  await openDashboard(page, `/dashboard/comments?news_id=${news_id}`)
  await page.getByRole('button', { name: /^Actions for the comment of / }).click()
  await page.getByRole('menuitem', { name: 'Block...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await dialog.getByLabel('Why').fill('Sells things')
  await page.route('**/comment-blocks/', (route) => route.abort('internetdisconnected'))
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await keepWhatMayBeSaved(page)
  await expect(dialog.getByLabel('Why')).toHaveValue('Sells things')
})

test('an import whose answer was lost may have been done, also after a press that sends nothing', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/newsletter')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  const buffer = Buffer.from('Email\nlost.import@example.rw')
  await dialog.getByLabel('List').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel('Where they consented').fill('Job fair in Huye')
  await dialog.getByLabel('When they consented').fill('2026-02-27')
  await expect(dialog.getByText('1 to be added')).toBeVisible()
  await page.route('**/subscribers/import/', (route) => route.abort('internetdisconnected'))
  await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await keepWhatMayBeSaved(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Add subscribers' }).click()
  await expect(dialog.getByText('Please choose a CSV file')).toBeVisible()
  await keepWhatMayBeSaved(page)
})

test('a link to statistics whose answer was lost may have been made', async ({ page }) => {
  await openDashboard(page, '/dashboard/analytics')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a link' })
  await dialog.getByLabel('What it is for').fill('Board')
  await page.route('**/statistics-links/', (route) => route.abort('internetdisconnected'))
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await keepWhatMayBeSaved(page)
})

test('a note on a message whose answer was lost is left with the same question', async ({
  page,
  site,
}) => {
  const { id } = await writeMessage(site.url)
  await openDashboard(page, `/dashboard/messages/${id}`)
  await page.route('**/notes/', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('New note').fill('Calls back')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('alert').getByText('No connection')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question).toContainText('It may have been saved: please look afterwards.')
})

test('a list whose views cannot be loaded stays while they are asked for again', async ({
  page,
}) => {
  const views = /\/admin\/views\//
  await page.route(views, (route) => route.abort('internetdisconnected'))
  await openDashboard(page, '/dashboard/cohorts')
  await expect(rowsOf(page).first()).toBeVisible()
  await page.unroute(views)
  const release = await keepBack(page, views)
  const asked = page.waitForRequest(views)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await asked
  await expect(rowsOf(page).first()).toBeVisible()
  release()
  await expect(rowsOf(page).first()).toBeVisible()
})

test('without a connection, a dialog says so, keeps what was typed, and saves at the next press', async ({
  page,
  context,
}) => {
  const name = `Offline ${crypto.randomUUID()}`
  const dialog = await fillCohort(page, name)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Create cohort' }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)

  const sent = postsOf(page)
  await context.setOffline(false)
  await page.evaluate(() => fetch('/healthz'))
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: 'Create cohort' }).click()
  await expect(notificationOf(page, `${name} has been saved.`)).toBeVisible()
})

test('without a connection, a confirmation says so in words, and works at the next press', async ({
  page,
  context,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const name = `Confirmed ${crypto.randomUUID()}`
  await staff.call('POST', '/admin/techstacks/', { name })
  await openDashboard(page, '/dashboard/tech-stacks')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete / })
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert').getByText(noConnection)).toBeVisible()
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, `${name} has been deleted.`)).toBeVisible()
})

test('without a connection, a search of people is not said to be done', async ({
  page,
  context,
}) => {
  await openDashboard(page, '/dashboard/personal-data')
  await page.getByLabel('Email or phone number').fill('nobody@example.com')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('alert').getByText(/^No connection/)).toBeVisible()
})

test('without a connection, a screen that is not loaded yet leaves the page as it is and can be tried again', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await openDashboard(page, '/dashboard')
  await expect(page.getByText('Latest applications')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Outbox' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'The page could not be reached.' })
  await expect(notice).toBeVisible()
  // It would try again by itself.
  await holdClock(page)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()

  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a table that cannot be refreshed stays, says so, and can be tried again', async ({
  page,
}) => {
  await page.clock.install()
  await openDashboard(page, '/dashboard/applications')
  await expect(rowsOf(page)).toHaveCount(10)
  await page.route('**/api/website/application/?**', (route) => route.abort('internetdisconnected'))
  await page.clock.fastForward('00:10')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const notice = page.getByText('This list could not be refreshed.')
  await expect(notice).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await page.unroute('**/api/website/application/?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  await expect(rowsOf(page)).toHaveCount(10)
})

test('a row that is opened before what was typed is searched for opens on a slow connection', async ({
  page,
}) => {
  await page.clock.install()
  await openDashboard(page, '/dashboard/messages')
  await expect(rowsOf(page).first()).toBeVisible()
  const release = await keepBack(page, /\/assets\/.+[.]js$/)
  await page.getByLabel('Search messages').fill('Nobody is called so')
  await rowsOf(page).first().getByRole('link').first().click()
  await page.clock.runFor(1_000)
  release()
  await expect(page).toHaveURL(/\/messages\/\d+$/)
})
