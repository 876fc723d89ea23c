import type { Page } from '@playwright/test'
import { apply, notificationOf, openDashboard, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { serverFixture, startServer, type TestServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { test as base, expect } from './support/test.ts'

// One address applies 60 times in ten minutes: here they come from many, as a proxy tells.
const test = base.extend<object, { site: TestServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const site = await startServer({ TRUST_PROXY: '127.0.0.1' })
      await use(site)
      await site.stop()
    },
    serverFixture,
  ],
})

/** More than two pages of cards. */
const count = 110

const column = (page: Page) => page.getByRole('region', { name: 'Pending', exact: true })
const cards = (page: Page) => column(page).getByRole('listitem')
const cardNamed = (page: Page, name: string) =>
  column(page).getByRole('link', { name, exact: true })
const cardOf = (page: Page, number: number) => cardNamed(page, `Ada Number${number}`)

test('a column of many cards has few in the document, all reached by keys and by scrolling', async ({
  page,
  site,
}) => {
  test.slow()
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Crowded Cohort', limit: 200 })
  for (let number = 1; number <= count; number += 1) {
    const applicant = { cohort: cohort.id, first_name: 'Ada', last_name: `Number${number}` }
    await apply(site.url, applicant, `198.51.100.${number}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  await expect(cardOf(page, 1)).toBeVisible()
  await expect(cards(page).first()).toHaveAttribute('aria-setsize', String(count))
  const rendered: number[] = []
  for (let number = 1; number <= count; number += 1) {
    await page.keyboard.press('j')
    await expect(cardOf(page, number)).toBeFocused()
    rendered.push(await cards(page).count())
  }
  await page.keyboard.press('j')
  await expect(cardOf(page, count)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cardOf(page, count - 1)).toBeFocused()
  expect(Math.max(...rendered)).toBeLessThan(25)

  const seen = new Set<string>()
  const scroller = column(page).locator('ol').locator('..')
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  await expect(cardOf(page, 1)).toBeVisible()
  for (let number = 1; number <= count; number += 1) {
    if (!seen.has(`Ada Number${number}`)) {
      await expect(cardOf(page, number)).toBeAttached()
      // A card that is yet loading has no link.
      const links = cards(page).getByRole('link')
      for (const name of await links.allTextContents()) seen.add(name)
      await scroller.evaluate((element) => element.scrollBy(0, element.clientHeight / 2))
    }
  }
  expect(seen.size).toBe(count)
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(cardOf(page, count)).toBeVisible()
  expect(await cards(page).count()).toBeLessThan(25)

  await cardOf(page, count - 1).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ada Number${count - 1}`)
  await page.goBack()
  await expect(cardOf(page, count - 1)).toBeFocused()
  await expect(cardOf(page, count - 1)).toBeInViewport()
})

test('a card on its way to another column takes no further key, which is told', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Moving Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Onceonly' }, '198.51.100.201')
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  const card = column(page).getByRole('link', { name: 'Aline Onceonly', exact: true })
  await card.focus()
  let sent = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/change-status/', async (route) => {
    sent += 1
    await held.promise
    await route.continue()
  })
  const sending = page.waitForRequest('**/change-status/')
  await page.keyboard.press('s')
  await sending
  await page.keyboard.press('a')
  await expect(
    notificationOf(page, 'Aline Onceonly is leaving this column. Press again for the next card.'),
  ).toBeVisible()
  held.resolve()
  const strip = stripOf(page, 'Aline Onceonly: Pending → Shortlisted')
  await expect(strip.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(sent).toBe(1)
})

test('a second decision before the columns are read again follows the first', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Hurried Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Twicedone' }, '198.51.100.202')
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  await column(page).getByRole('link', { name: 'Aline Twicedone', exact: true }).focus()
  const release = await keepBack(page, /\/website\/application\/\?/)
  await page.keyboard.press('s')
  await expect(stripOf(page, 'Aline Twicedone: Pending → Shortlisted')).toBeVisible()
  // A key is for the next card, not for one that is about to leave.
  await page.keyboard.press('r')
  await expect(notificationOf(page, 'Aline Twicedone is leaving this column')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Aline Twicedone' }).click()
  await page.getByRole('menuitem', { name: /^Accepted/ }).click()
  await expect(stripOf(page, 'Aline Twicedone: Shortlisted → Accepted')).toBeVisible()
  release()
  const accepted = page.getByRole('region', { name: 'Accepted', exact: true })
  await expect(accepted.getByRole('link', { name: 'Aline Twicedone', exact: true })).toBeVisible()
})

test('a drag that begins before an earlier decision is answered goes on from there', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Dragged Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Early' }, '198.51.100.203')
  await apply(site.url, { cohort: cohort.id, last_name: 'Late' }, '198.51.100.204')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  async function takeToAccepted(name: string) {
    const card = column(page).getByRole('listitem').filter({ hasText: name })
    await card.hover({ position: { x: 40, y: 50 } })
    await page.mouse.down()
    const accepted = page.getByRole('region', { name: 'Accepted', exact: true })
    await accepted.hover({ position: { x: 40, y: 150 } })
  }
  for (const name of ['Aline Early', 'Aline Late']) {
    const release = await keepBack(page, /change-status/)
    await column(page).getByRole('link', { name, exact: true }).focus()
    const sending = page.waitForRequest(/change-status/)
    await page.keyboard.press('s')
    await sending
    await takeToAccepted(name)
    if (name === 'Aline Early') await page.mouse.up()
    release()
    if (name === 'Aline Late') {
      await expect(stripOf(page, `${name}: Pending → Shortlisted`)).toBeVisible()
      await page.mouse.up()
    }
    await expect(stripOf(page, `${name}: Shortlisted → Accepted`)).toBeVisible()
  }
})

test('a board and what belongs to it lead back to the cohorts as they were filtered', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/cohorts?search=kigali')
  const list = /\/dashboard\/cohorts\?search=kigali$/
  for (const [item, back] of [
    ['Board', 'All cohorts'],
    ['Scoring criteria', 'Back to the list'],
    ['Emails to applicants', 'Back to the list'],
  ] as const) {
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('link', { name: back }).click()
    await expect(page).toHaveURL(list)
  }
})

test('an application that a board has opened leads back to it, and beside it are its cohort', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Cohort With A Way Back' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Fromboard' })
  const board = `/dashboard/cohorts/${cohort.id}/board?search=back`
  await openDashboard(page, board)
  await page.getByRole('link', { name: 'Aline Fromboard' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/applications/\\d+\\?cohort_id=${cohort.id}$`))
  await page.reload()
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(page).toHaveURL(board)
})

test('the way back to the board stays beside the next application, and leads to the card that was left', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Cohort With Neighbours' })
  for (const [index, last_name] of ['First', 'Second', 'Third'].entries())
    await apply(site.url, { cohort: cohort.id, last_name }, `198.51.100.${210 + index}`)
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  const second = cardNamed(page, 'Aline Second')
  await page.setViewportSize({ width: 360, height: 740 })
  await second.click()
  await page.getByRole('link', { name: 'Next application' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aline First')
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(second).toBeFocused()
  await expect(second).toBeInViewport()
})

test('who is reviewed from a board is followed by others of its cohort', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Reviewed Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Alone' }, '198.51.100.220')
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  await page.getByRole('button', { name: 'Actions for Aline Alone' }).click()
  await page.getByRole('menuitem', { name: 'Review', exact: true }).click()
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
})

test('at 1280 pixels the board has all its columns in sight', async ({ page }) => {
  // A scroll bar takes 15.
  await page.setViewportSize({ width: 1265, height: 800 })
  await openDashboard(page, '/dashboard/cohorts/1/board')
  const board = page.getByRole('region', { name: 'Board', exact: true })
  await expect(board.getByRole('listitem').first()).toBeVisible()
  expect(await board.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  const heads = await board
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height))
  expect(new Set(heads).size).toBe(1)
})

test('on paper, upright too, the board has all its columns', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Printed Cohort', limit: 20 })
  await apply(site.url, { cohort: cohort.id, last_name: 'Onpaper' }, '198.51.100.200')
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  const board = page.getByRole('region', { name: 'Board', exact: true })
  await expect(board.getByRole('link', { name: 'Aline Onpaper', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const width of [718, 1047]) {
    await page.setViewportSize({ width, height: 720 })
    for (const name of [
      'Pending',
      'Reviewing',
      'Shortlisted',
      'Accepted',
      'Rejected',
      'Withdrawn',
    ]) {
      const { x = 0, width: taken = 0 } =
        (await board.getByRole('region', { name, exact: true }).boundingBox()) ?? {}
      expect(taken, name).toBeGreaterThan(80)
      expect(x + taken, name).toBeLessThanOrEqual(width)
    }
  }
  await expect(page.getByText('Who applied first comes first').first()).toBeHidden()
})
