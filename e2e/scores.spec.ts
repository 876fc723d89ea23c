import type { Page } from '@playwright/test'
import {
  apply,
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  stripOf,
} from './support/dashboard.ts'
import { admin } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

// The browser tells of the refusals that are expected here, too.
test.use({ changesForGood: 'scores', expectedErrors: /Failed to load resource/ })

const password = 'three colleagues at one table'
const list = '/dashboard/applications'

type Named = { id: number; name: string }

/** A cohort with criteria and applicants, and a colleague of the administrator. */
async function prepare(siteUrl: string, name: string, lastNames: string[], criteria: string[]) {
  const staff = await signInAsAdmin(siteUrl)
  const email = `${crypto.randomUUID()}@huza.example`
  await staff.call('POST', '/admin/users/', {
    name: 'Eric İnan',
    email,
    role: 'RECRUITER',
    password,
    current_password: admin.password,
  })
  const cohort = await staff.createCohort({ name })
  const ids: number[] = []
  for (const last_name of lastNames) {
    ids.push((await apply(siteUrl, { cohort: cohort.id, first_name: 'Ada', last_name })).id)
  }
  const path = `/admin/cohorts/${cohort.id}/criteria/`
  const set = await staff.call('PATCH', path, { criteria: criteria.map((one) => ({ name: one })) })
  const known = set.criteria as Named[]
  const score = (id: number | undefined, values: number[]) =>
    staff.call('PATCH', `/admin/applications/${id}/scores/`, {
      scores: Object.fromEntries(known.map((one, index) => [one.id, values[index]])),
    })
  return { staff, cohort, ids, score, eric: { email, password } }
}

const three = ['Motivation', 'Logic', 'English']
const scoresOf = (page: Page) => page.getByRole('region', { name: 'Scores' })

test('criteria are named in their order, and a change asks before scores stop to count', async ({
  page,
  site,
}) => {
  const { staff, cohort, ids } = await prepare(site.url, 'Criteria Cohort', ['One'], [])
  const path = `/dashboard/cohorts/${cohort.id}/criteria`
  await openDashboard(page, path)
  await expect(page.getByText('There are no criteria')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add a criterion' })
  for (const name of ["Drive & 'verve'", 'Logic']) {
    await add.click()
    await page.keyboard.type(name)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please name 3 to 5 criteria, or none')).toBeVisible()
  await expect(page.getByLabel('2. Name')).toHaveValue('Logic')
  await add.click()
  await page.keyboard.type('English')
  await page.getByRole('button', { name: 'Move English up' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/dashboard\/cohorts$/)
  const read = async () =>
    (await staff.call('GET', `/admin/cohorts/${cohort.id}/criteria/`)).criteria as Named[]
  expect((await read()).map(({ name }) => name)).toEqual(["Drive & 'verve'", 'English', 'Logic'])

  const scores = Object.fromEntries((await read()).map(({ id }) => [id, 3]))
  await staff.call('PATCH', `/admin/applications/${ids[0]}/scores/`, { scores })
  await page.goto(path)
  await page.getByRole('button', { name: 'Take out Logic' }).click()
  await add.click()
  await page.keyboard.type('Teamwork')
  await expect(page.getByText('1 application has been scored.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Those by “Logic” do not count any more')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Change them all the same').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/dashboard\/cohorts$/)
  expect((await read()).map(({ name }) => name).at(-1)).toBe('Teamwork')
})

test('an applicant is scored by keys alone, and only then it shows how a colleague did', async ({
  page,
  site,
}) => {
  const { cohort, ids, score, eric } = await prepare(site.url, 'Keys Cohort', ['One', 'Two'], three)
  await score(ids[0], [4, 4, 4])
  await score(ids[1], [1, 1, 1])
  await openDashboard(page, `${list}/${ids[1]}/review?cohort_id=${cohort.id}`, eric)
  const scores = scoresOf(page)
  await expect(scores.getByText('1 colleague has scored this application.')).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()
  for (const key of ['4', '3']) await page.keyboard.press(key)
  await expect(scores.getByRole('group', { name: 'Logic' }).getByRole('radio').nth(2)).toBeChecked()
  await expect(scores.getByText('Mean')).toHaveCount(0)
  await page.keyboard.press('2')
  await expect(scores.getByText('Mean 2.00 of 2 scores')).toBeVisible()
  await expect(scores.getByText('Administrator: 1.00')).toBeVisible()
  await expectAccessible(page)
  await scores.getByRole('button', { name: 'Take back' }).click()
  await expect(scores.getByText('1 colleague has scored this application.')).toBeVisible()
  await scores.getByRole('button', { name: 'Give again' }).click()
  await expect(scores.getByText('Mean 2.00 of 2 scores')).toBeVisible()
  await scores.getByRole('button', { name: 'Take back' }).click()
  await expect(scores.getByText('1 colleague has scored this application.')).toBeVisible()
  for (const key of ['4', '4', '4']) await page.keyboard.press(key)
  await expect(scores.getByText('Mean 2.50 of 2 scores')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada One')
  await expect(scores.getByText('1 colleague has scored this application.')).toBeVisible()

  await page.goto(`${list}?cohort_id=${cohort.id}&columns=name,score`)
  await expect(rowOf(page, 'Ada Two')).toContainText('2.50 (2)')
  await expect(rowOf(page, 'Ada One')).toContainText('1 hidden')
  await page.getByRole('button', { name: 'Score' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto(`${list}?cohort_id=${cohort.id}&is_scored=false`)
  await expect(rowOf(page, 'Ada One')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('of two scores that follow each other at once, the later one counts', async ({
  page,
  site,
}) => {
  const { ids, staff } = await prepare(site.url, 'Quick Cohort', ['One'], three)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let calls = 0
  await page.route(`**/applications/${ids[0]}/scores/`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    calls += 1
    if (calls === 1) await isAnswered
    await route.continue()
  })
  await openDashboard(page, `/dashboard/applications/${ids[0]}`)
  const radios = scoresOf(page).getByRole('group', { name: 'Logic' }).getByRole('radio')
  await radios.nth(2).check({ force: true })
  await radios.nth(3).check({ force: true })
  // Comes after all that the second press would have sent.
  await page.evaluate(() => fetch('/robots.txt'))
  expect(calls).toBe(1)
  answer()
  await expect.poll(() => calls).toBe(2)
  const mine = async () =>
    (await staff.call('GET', `/admin/applications/${ids[0]}/scores/`)).mine.map(
      ({ value }: { value: number }) => value,
    )
  await expect.poll(mine).toEqual([4])
  await expect(radios.nth(3)).toBeChecked()
})

test('scores are asked for together with their application', async ({ page, site }) => {
  const { ids } = await prepare(site.url, 'Early Cohort', ['Early'], three)
  const asked = page.waitForRequest(new RegExp(`/applications/${ids[0]}/scores/`))
  await page.route(new RegExp(`/website/application/${ids[0]}/$`), async (route) => {
    await asked
    await route.continue()
  })
  await openDashboard(page, `${list}/${ids[0]}`)
  await expect(scoresOf(page).getByRole('group', { name: 'Motivation' })).toBeVisible()
})

test('selected applications are compared, scored and decided on side by side', async ({
  page,
  site,
}) => {
  const names = ['One', "N'Gabo", 'Three']
  const { staff, cohort, ids } = await prepare(site.url, 'Compared Cohort', names, three)
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('link', { name: 'Compare' }).click()
  const compared = page.getByRole('article')
  await expect(compared).toHaveCount(3)
  await expect(compared.getByRole('region', { name: 'Scores' })).toHaveCount(3)
  const tops = await compared
    .first()
    .getByRole('term')
    .evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(10)
  expect(new Set(tops).size).toBe(tops.length)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = page.getByRole('article', { name: "Ada N'Gabo" })
  await expect(second.getByRole('link', { name: "Ada N'Gabo" })).toBeFocused()
  await page.keyboard.press('3')
  await expect(
    second.getByRole('group', { name: 'Motivation' }).getByRole('radio').nth(2),
  ).toBeChecked()
  await page.keyboard.press('s')
  await expect(stripOf(page, "Ada N'Gabo: Pending → Shortlisted")).toBeVisible()
  await page.keyboard.press('z')
  await expect(stripOf(page, "Ada N'Gabo is pending again.")).toBeVisible()
  await staff.call('POST', `/website/application/${ids[0]}/change-status/`, { status: 'REJECTED' })
  await expect(
    page.getByRole('article', { name: 'Ada One' }).getByRole('button', { name: /: Rejected/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('x')
  await expect(compared).toHaveCount(2)
  await page.reload()
  await expect(compared).toHaveCount(2)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
})

const columnOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardOf = (page: Page, column: string, name: string) =>
  columnOf(page, column).getByRole('link', { name, exact: true })

test('cards are moved by keys and by dragging, undone, and refused where a colleague was faster', async ({
  page,
  site,
}) => {
  const names = ['One', 'Two', 'Three']
  const { staff, cohort, ids } = await prepare(site.url, 'Board Cohort', names, [])
  await openDashboard(page, `/dashboard/cohorts/${cohort.id}/board`)
  await expect(cardOf(page, 'Pending', 'Ada Three')).toBeVisible()
  await page.keyboard.press('j')
  await expect(cardOf(page, 'Pending', 'Ada One')).toBeFocused()
  await page.keyboard.press('Shift+L')
  await expect(stripOf(page, 'Ada One: Pending → Reviewing')).toBeVisible()
  await expect(cardOf(page, 'Reviewing', 'Ada One')).toBeVisible()
  await expect(cardOf(page, 'Pending', 'Ada Two')).toBeFocused()
  await page.keyboard.press('z')
  await expect(cardOf(page, 'Pending', 'Ada One')).toBeVisible()

  const card = await cardOf(page, 'Pending', 'Ada Three').boundingBox()
  const target = await columnOf(page, 'Shortlisted').boundingBox()
  if (!card || !target) throw new Error('The board is not shown')
  await page.mouse.move(card.x + 20, card.y + 8)
  await page.mouse.down()
  await page.mouse.move(target.x + 30, target.y + 120, { steps: 4 })
  await page.mouse.up()
  await expect(cardOf(page, 'Shortlisted', 'Ada Three')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Funnel' })).toContainText('33%')

  // The colleague's change isn't shown yet: the tab is offline for it.
  await page.route('**/api/website/application/?**', (route) => route.abort())
  await staff.call('POST', `/website/application/${ids[1]}/change-status/`, { status: 'REJECTED' })
  await page.getByRole('button', { name: 'Actions for Ada Two' }).click()
  await page.getByRole('menuitem', { name: 'Accepted' }).click()
  await expect(stripOf(page, 'Administrator changed this application')).toBeVisible()
  await page.unroute('**/api/website/application/?**')
  await page.reload()
  await expect(cardOf(page, 'Rejected', 'Ada Two')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(columnOf(page, 'Rejected')).toBeHidden()
  await page.getByRole('button', { name: 'Rejected 1' }).click()
  await expect(cardOf(page, 'Rejected', 'Ada Two')).toBeVisible()
  await expect(columnOf(page, 'Pending')).toBeHidden()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await cardOf(page, 'Rejected', 'Ada Two').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Two')
  await page.goBack()
  await expect(cardOf(page, 'Rejected', 'Ada Two')).toBeVisible()
})

test('a score that is refused after the next applicant is shown is told', async ({
  page,
  site,
}) => {
  const { cohort, ids } = await prepare(site.url, 'Refused Cohort', ['One', 'Two'], three)
  const held = Promise.withResolvers<void>()
  await page.route(`**/applications/${ids[1]}/scores/`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await held.promise
    await route.fulfill({ status: 409, json: { detail: 'The criteria have changed.' } })
  })
  await openDashboard(page, `${list}/${ids[1]}/review?cohort_id=${cohort.id}`)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(scoresOf(page)).toBeVisible()
  await page.keyboard.press('4')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada One')
  held.resolve()
  await expect(
    notificationOf(page, 'Your scores of Ada Two were not saved. The criteria have changed.'),
  ).toBeVisible()
})
