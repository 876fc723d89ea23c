import { openDashboard, rowsOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { layoutShifts, watchLayoutShifts } from './support/layout-shifts.ts'
import { createUser, signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test('on a tablet lists show the columns that have room, and the others when asked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await openDashboard(page, '/dashboard/applications')
  for (const [path, label] of [
    ['applications', 'Applications'],
    ['cohorts', 'Cohorts'],
    ['messages', 'Messages'],
  ]) {
    await page.goto(`/dashboard/${path}`)
    await expect(rowsOf(page).first()).toBeVisible()
    const region = page.getByRole('region', { name: label, exact: true })
    const isScrolled = () => region.evaluate((one) => one.scrollWidth > one.clientWidth)
    await expect.poll(isScrolled).toBe(false)
    await expect(page.getByText(/^No room for /)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  const count = await page.getByRole('columnheader').count()
  await page.getByRole('button', { name: 'Show and scroll' }).click()
  await expect(page.getByText(/^No room for /)).toBeHidden()
  expect(await page.getByRole('columnheader').count()).toBeGreaterThan(count)
  await expect(
    page.getByRole('columnheader').getByRole('button').and(page.locator(':focus')),
  ).toHaveCount(1)
})

test('the step to the last page of a list leaves the focus on the pages', async ({ page }) => {
  await openDashboard(page, '/dashboard/applications?page=6')
  await expect(rowsOf(page).first()).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const next = pages.getByRole('link', { name: 'Next page' })
  await next.focus()
  while ((await next.count()) > 0) {
    const current = pages.locator('[aria-current]')
    const shown = Number(await current.textContent())
    await page.keyboard.press('Enter')
    await expect(current).toHaveText(String(shown + 1))
  }
  await expect(pages.locator('[aria-current]')).toBeFocused()
})

test('a list shows each column that has room once its font has come', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page)
  const release = await keepBack(page, '**/*.woff2')
  await page.goto('/dashboard/applications', { waitUntil: 'commit' })
  await expect(rowsOf(page).first()).toBeVisible()
  const widenLetters = (by: string) =>
    page.evaluate((spacing) => {
      document.body.style.letterSpacing = spacing
    }, by)
  // As in a wider font, whatever names the rows have. A page that has yet to hydrate may put its body back.
  await expect(async () => {
    await widenLetters('0.25em')
    await page.keyboard.press('e')
    await expect(page.getByText(/^No room for /)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await widenLetters('')
  release()
  await expect(page.getByText(/^No room for /)).toBeHidden()
})

test('on a telephone the words of a table in the editor stay whole', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const words = ['Programming', 'Communication', 'Responsibility', 'Infrastructure']
  const { id } = await staff.call('POST', '/dashboard/news/', {
    title: 'A wide table',
    category: 'africa',
    author: 'Grace',
    description: 'Wide.',
    is_published: false,
    content: `<table><tbody><tr>${words.map((word) => `<td>${word}</td>`).join('')}</tr></tbody></table>`,
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, `/dashboard/news/${id}`)
  for (const word of words) {
    const { height = Number.NaN } =
      (await page.getByRole('cell', { name: word }).boundingBox()) ?? {}
    expect(height, word).toBeLessThan(60)
  }
  await expectNoSidewaysScroll(page)
})

test('long forms use all of a very wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await openDashboard(page, '/dashboard/events/new')
  const { x = 0 } = (await page.getByLabel('What the picture shows').boundingBox()) ?? {}
  expect(x).toBeGreaterThan(1000)
})

test('beside a resume a national ID stands on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, '/dashboard/applications/1/review')
  const id = page.getByText(/^\d{16}$/)
  const { height = Number.NaN } = (await id.boundingBox()) ?? {}
  expect(height).toBeLessThan(30)
})

test('on a telephone the applied filters are folded until they are pressed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(
    page,
    '/dashboard/applications?status=PENDING%2CREVIEWING&gender=FEMALE&level=BEGINER',
  )
  const chip = page.getByRole('button', { name: 'Remove Gender: Female' })
  const fold = page.getByRole('button', { name: '3 filters' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(chip).toBeHidden()
  await fold.press('Enter')
  await expect(chip).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await chip.press('Enter')
  await expect(page.getByRole('button', { name: '2 filters' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 740 })
  await expect(page.getByRole('button', { name: '2 filters' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove Status: Pending' })).toBeVisible()
})

test('an application is printed with its status and assignee, and without what is pressed', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/applications/1')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /is assigned to/ }).click()
  await page.getByRole('menuitem', { name: /\(me\)$/ }).click()
  await expect(main.getByRole('status').filter({ hasText: 'assigned' })).toBeVisible()
  await expect(page.getByTitle(/^Resume:/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(main.getByRole('button', { name: /^Status of/ })).toBeVisible()
  await expect(main.getByText('Assigned to Administrator', { exact: true })).toBeVisible()
  await expect(main.getByRole('button').filter({ visible: true })).toHaveCount(2)
  await expect(main.getByRole('textbox').filter({ visible: true })).toHaveCount(0)
  await expect(main.getByRole('radio').filter({ visible: true })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(main.getByRole('link', { name: 'Review' })).toBeHidden()
  await expect(page.getByTitle(/^Resume:/)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
})

test('on a tablet and a telephone a comment that is opened has the sentence of its article', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/comments?status=ALL')
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await rowsOf(page).first().getByRole('button').first().click()
    const thread = page.getByRole('region', { name: /^Thread of/ })
    await expect(thread.locator('p.text-muted').filter({ visible: true }).first()).toHaveText(/\.$/)
    await expectNoSidewaysScroll(page)
  }
})

test('a cohort beyond the first hundred can be chosen', async ({ page }) => {
  await page.route('**/api/website/cohorts/?**', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get('ordering') !== 'name') return route.continue()
    const response = await route.fetch({ url: String(url).replace('page=2', 'page=1') })
    const body = await response.json()
    const [cohort] = body.results
    const isSecond = url.searchParams.get('page') === '2'
    const results = isSecond ? [{ ...cohort, id: 9999, name: 'The 101st cohort' }] : body.results
    return route.fulfill({ response, json: { ...body, results, total_pages: 2 } })
  })
  await openDashboard(page, '/dashboard/applications')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: /^Cohort Any cohort/ }).click()
  await page.getByRole('searchbox', { name: 'Search cohort' }).fill('101')
  await page.getByRole('checkbox', { name: 'The 101st cohort' }).check()
  await expect(page).toHaveURL(/cohort_id=9999/)
})

for (const { what, pathOf, first, late } of [
  {
    what: 'the list of applications',
    pathOf: () => '',
    first: /\/views\/\?/,
    late: /\/website\/application\/\?/,
  },
  {
    what: 'an application',
    pathOf: (id: number) => `/${id}`,
    first: /\/website\/application\/\d+\/$/,
    late: /\/(scores|interviews\/\d+)\/$/,
  },
  {
    what: 'a review',
    pathOf: (id: number) => `/${id}/review`,
    first: /\/website\/application\/\d+\/$/,
    late: /\/scores\/$/,
  },
  {
    what: 'a comparison',
    pathOf: (id: number) => `/compare?ids=${id},1`,
    first: /\/website\/application\/1\/$/,
    late: /\/scores\/$/,
  },
]) {
  test(`${what} does not move when a part of it comes late`, async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const { results } = await staff.call(
      'GET',
      '/website/application/?cohort_id=1&status=SHORTLISTED',
    )
    await page.setViewportSize({ width: 1280, height: 900 })
    await watchLayoutShifts(page)
    await openDashboard(page)
    await expect(page.getByText('Latest applications')).toBeVisible()
    const others = page.waitForResponse(first)
    await page.route(late, async (route) => {
      await others
      await route.continue()
    })
    const answered = page.waitForResponse(late)
    await page.goto(`/dashboard/applications${pathOf(results[0].id)}`)
    await answered
    await page.waitForLoadState('networkidle')
    const sizes = (await layoutShifts(page)).map(Number.parseFloat)
    expect(Math.max(0, ...sizes)).toBeLessThan(0.01)
  })
}

test('comments do not move when the waves among them come late', async ({ page }) => {
  await openDashboard(page)
  await expect(page.getByText('Latest applications')).toBeVisible()
  await page.addInitScript(() => {
    const tops = new Set<number>()
    Object.assign(window, { tops })
    const look = () => {
      const row = document.querySelector('tbody tr[data-row-id]')
      if (row) tops.add(Math.round(row.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  })
  const listed = page.waitForResponse(/\/api\/website\/comments\/\?/)
  await page.route('**/api/admin/comments/waves/', async (route) => {
    await listed
    await route.continue()
  })
  await page.goto('/dashboard/comments')
  await expect(page.getByRole('region', { name: 'Waves' })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const tops = await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])
  expect(tops).toHaveLength(1)
})

test('at 1280 pixels the title of a list stands beside its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page)
  for (const list of ['applications', 'messages', 'comments']) {
    await page.goto(`/dashboard/${list}`)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const views = await page.getByRole('button', { name: 'Views' }).boundingBox()
    expect((views?.x ?? 0) - (title?.x ?? 0), list).toBeGreaterThan(200)
  }
})

test('the numbers of the overview stand on one line, however long what is above them', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, '/dashboard', await createUser(site.url, 'Rose Overview'))
  const cards = page.getByRole('region', { name: 'What waits for you' }).getByRole('link')
  await expect(cards.filter({ hasText: /\d/ })).toHaveCount(6)
  const tops = await cards.evaluateAll((all) =>
    all.map((card) => card.children[1]?.getBoundingClientRect().top),
  )
  expect(new Set(tops).size).toBe(1)
})
