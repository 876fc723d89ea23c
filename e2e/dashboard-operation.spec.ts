import { openDashboard, rowsOf, setStatus, stripOf } from './support/dashboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({
  changesForGood: 'saved views and notes on talents',
  // A figure that is refused, and a view without a name.
  expectedErrors: /status of 400 .*\/admin\/(overview\/subscribers|views)\/$/,
})

test('the overview tells what waits and how it goes', async ({ page }) => {
  await openDashboard(page)
  const waiting = page.getByRole('region', { name: 'What waits for you' })
  await expect(waiting.getByRole('link', { name: /^New messages/ })).toContainText(/left|overdue/)
  const month = page.getByRole('region', { name: 'The last 30 days' })
  const figure = month.getByRole('link', { name: /^\d+ new applications in the last 30 days/ })
  await expect(figure).toBeVisible()
  await expect(page.getByText(/Huza Team marked/).first()).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard')
  await expect(figure).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('each figure of the overview opens the list that it counts', async ({ page }) => {
  test.slow()
  await openDashboard(page)
  const linksOf = (name: string) => page.getByRole('region', { name }).getByRole('link')
  const byStatus = page.getByRole('region', { name: 'Applications by status' })
  const figures = [
    [linksOf('What waits for you'), 9],
    [linksOf('The last 30 days'), 4],
    [linksOf('From applied to accepted'), 4],
    [byStatus.getByRole('listitem').getByRole('link'), 6],
  ] as const
  for (const [links, count] of figures) {
    for (let index = 0; index < count; index += 1) {
      await expect(links).toHaveCount(count)
      const link = links.nth(index)
      await expect(link).toHaveText(/\d/)
      const texts = await link.locator('span').allTextContents()
      const name = (await link.getAttribute('aria-label')) ?? texts.join(' ')
      const [figure = ''] = /\d[\d,]*/.exec(name) ?? []
      const path = (await link.getAttribute('href')) ?? ''
      await link.click()
      await expect(page).toHaveURL((url) => url.pathname + url.search === path)
      if (path.startsWith('/dashboard/certificates/issue?')) {
        const names = page.getByRole('checkbox', { name: /^Issue to/ })
        await expect(names, name).toHaveCount(Number(figure))
      } else if (path === '/dashboard/comments') {
        // The queue has waves apart.
        await expect(page.getByRole('link', { name: `Pending (${figure})` })).toBeVisible()
      } else if (figure === '0') {
        await expect(page.getByText(/^No .* match$/), name).toBeVisible()
      } else if (path !== '/dashboard/analytics') {
        const total = page.getByRole('status').filter({ hasText: new RegExp(` of ${figure}$`) })
        await expect(total, name).toBeVisible()
      }
      await page.goBack()
    }
  }
})

test('the overview counts what is assigned to me, and each number opens its list', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/messages?status=NEW')
  await rowsOf(page).first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('menuitem', { name: /\(me\)$/ }).click()
  await expect(page.getByRole('main')).toContainText('Owner: Administrator')
  await page.goto('/dashboard/applications/1')
  await setStatus(page, '', 'Reviewing')
  await page.getByRole('button', { name: /is assigned to nobody$/ }).click()
  await page.getByRole('menuitem', { name: /\(me\)$/ }).click()
  await expect(page.getByRole('button', { name: /is assigned to you$/ })).toBeVisible()
  for (const [name, path] of [
    [/^Applications of mine\s*1/, /assignee=me&status=PENDING,REVIEWING,SHORTLISTED/],
    [/^Messages of mine\s*1/, /owner=me&status=NEW,IN_PROGRESS/],
  ] as const) {
    await page.goto('/dashboard')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(rowsOf(page)).toHaveCount(1)
  }
})

test('views are saved of every list', async ({ page }) => {
  await openDashboard(page)
  for (const path of [
    'certificates',
    'interviews/people',
    'tags',
    'testimonials',
    'team',
    'images',
    'audit-log',
    'events/1',
  ]) {
    await page.goto(`/dashboard/${path}`)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as a view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Mine')
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/view=\d+/)
  }
})

test('a figure that cannot be loaded says so alone, and is loaded again', async ({ page }) => {
  const path = '**/api/admin/overview/subscribers/'
  await page.route(path, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }))
  await openDashboard(page)
  const panel = page.getByRole('region', { name: 'Subscribers' })
  await expect(panel).toContainText('Not today.')
  await expect(page.getByRole('link', { name: /new applications in the last/ })).toBeVisible()
  await page.unroute(path)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('link', { name: /new subscribers in the last/ })).toBeVisible()
})

test('the palette finds screens, people and actions by keys alone', async ({ page }) => {
  await openDashboard(page)
  await expect(page.getByRole('link', { name: /new applications in the last/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: 'Overview' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.type('zanzibar')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await field.fill("n'diaye")
  const first = page.getByRole('group', { name: 'Applications' }).getByRole('option').first()
  await expect(first).toContainText("N'Diaye")
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await first.getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/applications\/\d+$/)

  // What was opened comes first; an action runs, and Escape gives the focus back.
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toContainText("N'Diaye")
  await expect(field).toBeFocused()
  // Opened from there, it is still listed once.
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(recent).toHaveCount(1)
  await expect(field).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const button = page.getByRole('button', { name: 'Go to or do' })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Go to a screen, a person or a text')
})

test('a view is saved, changed, replaced, renamed in another tab, and deleted', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/applications?gender=FEMALE&cohort_id=1%2C999&page_size=25')
  await expect(page.getByText('999 (no longer exists)')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Views' })
  const choose = async (item: string | RegExp) => {
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Save as a view')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(dialog).toContainText('Please enter a name')
  await dialog.getByLabel(/^Name/).fill("İnanna's women")
  await dialog.getByLabel('Share it with colleagues').check()
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(dialog).toBeHidden()
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await expect(tabs.getByRole('link', { name: "İnanna's women" })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page).toHaveURL(/view=\d+/)

  await page.getByRole('button', { name: 'Remove Cohort: 999' }).click()
  await expect(page.getByText('Changed since it was saved')).toBeVisible()
  await choose(/^Replace/)
  await expect(page.getByText('Changed since it was saved')).toBeHidden()
  await tabs.getByRole('link', { name: 'All applications' }).click()
  await expect(page).toHaveURL(/\/dashboard\/applications$/)
  await tabs.getByRole('link', { name: "İnanna's women" }).click()
  await expect(page).toHaveURL(/page_size=25/)
  await expect(rowsOf(page)).toHaveCount(6)
  await expectAccessible(page)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await choose('Rename, share or pin')
  await dialog.getByLabel(/^Name/).fill('Women of the first cohort, whose name is rather long')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const renamed = other.getByRole('link', { name: /^Women of the first cohort/ })
  await expect(renamed).toBeVisible()
  await other.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(other)
  await choose(/^Delete/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(tabs).toBeHidden()
  await expect(other.getByText('This view is no longer there.')).toBeVisible()
  await other.getByRole('button', { name: 'OK' }).click()
  await expect(other).not.toHaveURL(/view=/)
  const strip = stripOf(page, /^The view “Women of the first cohort.*has been deleted\./)
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs.getByRole('link', { name: /^Women of the first cohort/ })).toBeVisible()
})

test('a note on a talent stands in the history', async ({ page }) => {
  await openDashboard(page, '/dashboard/talents/1')
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New status').selectOption('Placed')
  await dialog.getByLabel('Notes').fill("Starts at Mutesi & Sons' on Monday")
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(stripOf(page, '→ Placed')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText("Starts at Mutesi & Sons'")
  await expectAccessible(page)
  await stripOf(page, '→ Placed').getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('listitem').first()).toContainText('Change undone')
})
