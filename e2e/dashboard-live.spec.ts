import { openDashboard } from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test('what a colleague changes is shown without a reload', async ({ page, site }) => {
  await openDashboard(page, '/dashboard/tech-stacks')
  const staff = await signInAsAdmin(site.url)
  const name = `Live ${Date.now()}`
  const wait = page.waitForRequest(/\/admin\/changes\/\?known=/)
  await expect(page.getByRole('heading', { name: 'Tech stacks' })).toBeVisible()
  await wait
  const stack = await staff.call('POST', '/admin/techstacks/', {
    name,
  })
  await expect(page.getByText(name)).toBeVisible()
  await staff.call('DELETE', `/admin/techstacks/${stack.id}/`)
  await expect(page.getByText(name)).toBeHidden()
})

test('what a colleague changes while a page loads slowly is shown as well', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const name = `Slow ${Date.now()}`
  let isFirst = true
  await page.route(/\/admin\/changes\//, async (route) => {
    if (isFirst) {
      isFirst = false
      await expect(page.getByText('React Development').first()).toBeVisible()
      await staff.call('POST', '/admin/techstacks/', { name })
      // As long as a response takes on a slow connection.
      await page.clock.fastForward(1_500)
    }
    await route.continue()
  })
  await page.clock.install()
  await openDashboard(page, '/dashboard/tech-stacks')
  await expect(page.getByText(name)).toBeVisible()
})
