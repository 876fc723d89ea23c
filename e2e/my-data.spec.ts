import type { Page } from '@playwright/test'
import { apply, notificationOf, openDashboard } from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
import type { TestServer } from './support/server.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test.use({ changesForGood: 'people are erased', expectedErrors: /status of 400/ })

const main = (page: Page) => page.getByRole('main')

/** Asks for a link on the page, and opens it from the email. */
async function openLink(page: Page, site: TestServer, email: string, emails = 1) {
  await page.goto('/privacy')
  await main(page).getByRole('link', { name: 'see, download and erase' }).click()
  await main(page).getByLabel('Your email').fill(email)
  // Screen readers tell of what is written into it only if they have known it.
  await expect(main(page).getByRole('status')).toBeAttached()
  await main(page).getByRole('button', { name: 'Send me a link' }).click()
  await expect(main(page).getByText('Our emails are held up')).toBeVisible()
  const link = /\S+\/my-data\/link\?token=\S+/.exec(emailTo(site, email, emails))?.[0] ?? ''
  await page.goto(link)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('a person sees, downloads and erases what is stored of them', async ({ page, site }) => {
      const email = uniqueEmail()
      await openLink(page, site, email)
      await expect(main(page).getByText(`What we store of ${email}`)).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const download = page.waitForEvent('download')
      await main(page).getByRole('link', { name: 'Download my data' }).click()
      expect((await download).suggestedFilename()).toMatch(/^personal-data-.*\.zip$/)
      await main(page).getByLabel('I know that this cannot be undone.').check()
      const link = page.url()
      await main(page).getByRole('button', { name: 'Erase my data' }).click()
      await expect(main(page).getByText('Your data is erased.')).toBeVisible()
      await page.goto(link)
      await expect(main(page).getByText('This link is no longer good')).toBeVisible()
    })
  })
}

test('an administrator finds who asked to be erased, exports and erases them', async ({
  page,
  site,
}) => {
  const { email } = await apply(site.url, { cohort: 1, last_name: 'Rutagengwa' })
  await openLink(page, site, email, 2)
  await expect(main(page).getByText('An application of yours is still open.')).toBeVisible()
  await main(page).getByLabel('I know that this cannot be undone.').check()
  await main(page).getByRole('button', { name: 'Ask to erase my data' }).click()
  await expect(main(page).getByText('We have your request.')).toBeVisible()

  await openDashboard(page, '/dashboard/personal-data')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: 'Look' }).click()
  const person = page.getByRole('region', { name: email })
  await expect(person.getByRole('heading', { name: 'Aline Rutagengwa' })).toBeVisible()
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await person.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await person.getByRole('button', { name: 'Erase' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByText('Please type the email exactly')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Type the email to confirm').fill(email)
  await page.keyboard.press('Enter')
  await expect(notificationOf(page, /^Erased\. In what stays, they are/)).toBeVisible()
  await expect(person.getByText('Nothing is stored under this address.')).toBeVisible()
  await expect(person).toBeFocused()
  await expect(page.getByText('Erased, will be looked for again').first()).toBeVisible()
})

test('a request is declined with a reason, which goes by email', async ({ page, site }) => {
  const { email } = await apply(site.url, { cohort: 1 })
  await openLink(page, site, email, 2)
  await main(page).getByLabel('I know that this cannot be undone.').check()
  await main(page).getByRole('button', { name: 'Ask to erase my data' }).click()
  await expect(main(page).getByText('We have your request.')).toBeVisible()
  await openDashboard(page, '/dashboard/personal-data')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Why').fill('The cohort begins on Monday.')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(row).toBeHidden()
})
