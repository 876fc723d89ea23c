import { post } from './support/calls.ts'
import { openDashboard, rowOf, rowsOf } from './support/dashboard.ts'
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test('without a mail server, an admin finds the waiting emails, and reads them by keyboard', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  await post(`${site.url}/api/website/subscribe/`, { email })
  await openDashboard(page, `/dashboard/outbox?search=${encodeURIComponent(email)}`)
  await expect(page.getByText('No mail server is configured')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, email)).toContainText('Waiting')
  const open = rowOf(page, email).getByRole('button', { name: /^Please confirm the newsletter/ })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Please confirm the newsletter/ })
  await expect(dialog.getByText('/newsletter/confirm?token=')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Try again now' })).toHaveCount(0)
  await expectAccessibleAtBothWidths(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.goto('/dashboard/outbox?status=FAILED')
  await expect(page.getByText('No emails match')).toBeVisible()
})
