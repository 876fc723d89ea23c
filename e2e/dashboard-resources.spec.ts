import type { Request } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectUncovered, test } from './support/test.ts'

test.describe('a cohort with fields missing', () => {
  test.use({ expectedErrors: [/400/] })
  test('shows the errors at the fields, and is created once they are valid', async ({ page }) => {
    await openDashboard(page, '/dashboard/cohorts')
    await page.getByRole('button', { name: 'New cohort' }).click()
    const dialog = page.getByRole('dialog', { name: 'New cohort' })
    await dialog.getByLabel('Name').fill('Nyamata Cohort 1')
    await dialog.getByLabel('Start').fill('2090-05-01')
    await dialog.getByRole('button', { name: 'Create cohort' }).click()
    await expect(dialog.getByText('End date is required')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Nyamata Cohort 1')
    await dialog.getByLabel('End').fill('2090-08-01')
    await dialog.getByLabel('Limit').fill('12')
    await dialog.getByRole('button', { name: 'Create cohort' }).click()
    await expect(notificationOf(page, 'Nyamata Cohort 1 has been saved.')).toBeVisible()
    await page.getByLabel('Search cohorts').fill('nyamata')
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowOf(page, 'Nyamata Cohort 1')).toContainText('Upcoming')
    await page.getByRole('button', { name: 'Actions for Nyamata Cohort 1' }).click()
    await page.getByRole('menuitem', { name: 'Open registration' }).click()
    await expect(rowOf(page, 'Nyamata Cohort 1')).toContainText('Open')
    await page.getByRole('button', { name: 'Actions for Nyamata Cohort 1' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No cohorts match')).toBeVisible()
  })
})

test.describe('a cohort with applications', () => {
  test.use({ expectedErrors: [/409/] })
  test('cannot be deleted, and shows why', async ({ page }) => {
    await openDashboard(page, '/dashboard/cohorts?search=Kigali+Web+Cohort+12')
    await page.getByRole('button', { name: 'Actions for Kigali Web Cohort 12' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('alert')).toContainText('has applications')
  })
})

test('an undo that takes long leaves the place to what was deleted since', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  for (const name of ['Undone Slowly 1', 'Undone Slowly 2']) await staff.createCohort({ name })
  await openDashboard(page, '/dashboard/cohorts?search=Undone+Slowly')
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  const release = await keepBack(page, '**/admin/trash/undo/', { times: 1 })
  await remove('Undone Slowly 1')
  const undoing = page.waitForRequest('**/admin/trash/undo/')
  await stripOf(page, 'Undone Slowly 1').getByRole('button', { name: 'Undo' }).click()
  await undoing
  await remove('Undone Slowly 2')
  const undo = stripOf(page, 'Undone Slowly 2 has been').getByRole('button', { name: 'Undo' })
  await expect(undo).not.toHaveAttribute('aria-busy')
  release()
  await expect(notificationOf(page, 'Undone Slowly 1 is restored.')).toBeVisible()
  await undo.click()
  await expect(stripOf(page, 'Undone Slowly 2 is restored.')).toBeVisible()
})

test('on a small screen, the card of a cohort shows its status beside its menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openDashboard(page, '/dashboard/cohorts?search=Kigali+Web+Cohort+12')
  const badge = rowOf(page, 'Kigali Web Cohort 12').getByText('Open', { exact: true })
  await badge.scrollIntoViewIfNeeded()
  await expectUncovered(badge)
})

test('the filters are side by side on wide screens', async ({ page }) => {
  await openDashboard(page, '/dashboard/applications')
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const status = await page.getByLabel('Status', { exact: true }).boundingBox()
  const cohort = await page.getByLabel('Cohort', { exact: true }).boundingBox()
  expect(cohort?.y).toBe(status?.y)
})

test('opening a cohort after its deadline says that nobody can apply', async ({ page }) => {
  await openDashboard(page, '/dashboard/cohorts?search=Kigali+Web+Cohort+11')
  const menu = page.getByRole('button', { name: 'Actions for Kigali Web Cohort 11' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Close registration' }).click()
  await expect(notificationOf(page, 'Kigali Web Cohort 11 is closed now.')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Open registration' }).click()
  await expect(notificationOf(page, /nobody can apply: its deadline has passed/)).toBeVisible()
})

test('a deadline with a time is edited as one, in Kigali time', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const deadline = '2090-03-01T15:00:30.000Z'
  await staff.createCohort({ name: 'Timed Cohort', deadline })
  await openDashboard(page, '/dashboard/cohorts?search=Timed+Cohort')
  await page.getByRole('button', { name: 'Timed Cohort', exact: true }).click()
  const day = page.getByLabel('Deadline')
  const time = page.getByLabel('Until, in Kigali')
  await expect(day).toHaveValue('2090-03-01')
  await expect(time).toHaveValue('17:00')
  await page.getByLabel('Limit').fill('51')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notificationOf(page, 'Timed Cohort has been saved.')).toBeVisible()
  const { results } = await staff.call('GET', '/website/cohorts/?search=Timed+Cohort')
  expect(results).toMatchObject([{ deadline, limit: 51 }])
  await expect(rowOf(page, 'Timed Cohort')).toContainText('0 of 51')

  await page.getByRole('button', { name: 'Timed Cohort', exact: true }).click()
  await time.fill('18:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Timed Cohort')).toContainText('1 Mar 2090, 18:30')
})

test('a dialog asks before it discards typed text', async ({ page }) => {
  await openDashboard(page, '/dashboard/cohorts')
  await page.getByRole('button', { name: 'New cohort' }).click()
  await page.getByLabel('Name').fill('Unsaved')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Unsaved')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog asks before it discards a picture that is on its way', async ({ page }) => {
  await openDashboard(page, '/dashboard/team')
  await page.getByRole('button', { name: 'New member' }).click()
  const release = await keepBack(page, '**/api/admin/images/')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: await redAndBlue(200, 200).png().toBuffer(),
  })
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  release()
  await expect(page.getByText('Replace', { exact: true })).toBeVisible()
})

test('tech stacks are reordered by keyboard, and keep the order', async ({ page }) => {
  await openDashboard(page, '/dashboard/tech-stacks')
  const names = page.getByRole('main').getByRole('listitem')
  await expect(names.first()).toContainText('Python Backend Development')
  const down = page.getByRole('button', { name: 'Move Python Backend Development down' })
  await down.focus()
  const sent = page.waitForResponse('**/admin/techstacks/order/**')
  await page.keyboard.press('Enter')
  await expect(names.nth(1)).toContainText('Python Backend Development')
  await expect(down).toBeFocused()
  await sent
  await page.reload()
  await expect(names.nth(1)).toContainText('Python Backend Development')
  const sentBack = page.waitForResponse('**/admin/techstacks/order/**')
  await page.getByRole('button', { name: 'Move Python Backend Development up' }).click()
  await expect(names.first()).toContainText('Python Backend Development')
  await sentBack
})

test('an order is not read anew while a move waits, and keeps all moves', async ({ page }) => {
  await openDashboard(page, '/dashboard/tech-stacks')
  const names = page.getByRole('main').getByRole('listitem')
  const name = 'Python Backend Development'
  await expect(names.first()).toContainText(name)
  const own = page.getByRole('button', { name: `Move ${name} down` })
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let sent = 0
  await page.route('**/admin/techstacks/order/**', async (route) => {
    sent += 1
    await held[sent - 1]?.promise
    await route.continue()
  })
  // It tells of the first move, which is somebody's change like any other.
  const isLive = (request: Request) => /known=/.test(request.url())
  await page.waitForRequest(isLive)
  const read: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && /techstacks/.test(request.url())) read.push(request.url())
  })
  await own.click()
  await own.click()
  held[0].resolve()
  await page.waitForRequest(isLive)
  expect(sent).toBe(2)
  expect(read).toEqual([])
  await own.click()
  await expect(names.nth(3)).toContainText(name)
  held[1].resolve()
  await expect.poll(() => read.length).toBeGreaterThan(0)
  await expect(names.nth(3)).toContainText(name)
  await page.reload()
  await expect(names.nth(3)).toContainText(name)
  for (const place of [2, 1, 0]) {
    const saved = page.waitForResponse('**/admin/techstacks/order/**')
    await page.getByRole('button', { name: `Move ${name} up` }).click()
    await saved
    await expect(names.nth(place)).toContainText(name)
  }
})

test.describe('an order that the server rejects', () => {
  test.use({ expectedErrors: [/order/] })
  test('is reverted', async ({ page }) => {
    await openDashboard(page, '/dashboard/tech-stacks')
    await page.route('**/admin/techstacks/order/**', (route) => route.abort())
    const names = page.getByRole('main').getByRole('listitem')
    const before = await names.first().textContent()
    await names.first().getByRole('button', { name: /down$/ }).click()
    await expect(notificationOf(page, /^The order may not have been changed\./)).toBeVisible()
    await expect(names.first()).toHaveText(before ?? '')
  })
})

test('a tech stack is created with lists of one item per line', async ({ page }) => {
  await openDashboard(page, '/dashboard/tech-stacks')
  await page.getByRole('button', { name: 'New tech stack' }).click()
  await page.getByLabel('Name').fill('Data Engineering')
  await page.getByLabel('Prerequisites').fill('SQL\n\n  Python  \n')
  await page.getByRole('button', { name: 'Create tech stack' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Data Engineering' })).toContainText(
    '2 prerequisites',
  )
  await page.getByRole('button', { name: 'Actions for Data Engineering' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, 'Data Engineering has been deleted.')).toBeVisible()
})
