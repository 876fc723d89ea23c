import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { notificationOf, openDashboard, rowsOf, signIn, signOut } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { enterSecondFactor, turnOnSecondFactor } from './support/second-factor.ts'
import { admin, startServer } from './support/server.ts'
import { createUser, password } from './support/staff.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a second factor is turned on, required, and turned off', async ({ page, site, context }) => {
  const user = await createUser(site.url, 'Second Factor')
  await openDashboard(page, '/dashboard/profile', user)
  const [recoveryCode = '', otherCode = ''] = await turnOnSecondFactor(page, password)

  const other = await signedOutPage(page, context)
  await other.goto('/dashboard/profile')
  await signIn(other, user)
  await other.getByLabel('Code').fill(recoveryCode)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other).toHaveURL(/\/dashboard\/profile$/)
  const again = other.getByRole('region', { name: 'Second factor' })
  await again.getByRole('button', { name: 'Turn off' }).click()
  await other.getByLabel(/^Your password/).fill(password)
  await other.getByLabel(/^Your code/).fill(otherCode)
  await other.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(notificationOf(other, 'The second factor is off.')).toBeVisible()
})

test('what asks for the password gives the focus back, and so does the step after it', async ({
  page,
  site,
}) => {
  await openDashboard(page, '/dashboard/profile', await createUser(site.url, 'Kept Focus'))
  const turnOn = page.getByRole('region', { name: 'Second factor' }).getByRole('button')
  const ownPassword = page.getByLabel(/^Your password/)
  await turnOn.press('Enter')
  await expect(ownPassword).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(turnOn).toBeFocused()
  await turnOn.press('Enter')
  await ownPassword.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(turnOn).toBeFocused()
})

test.describe('a second factor whose answer was lost', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 409/ })

  test('is on, and gives new recovery codes', async ({ page, site }) => {
    const user = await createUser(site.url, 'Lost Codes')
    await openDashboard(page, '/dashboard/profile', user)
    await page.route(
      '**/totp/confirm/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const secret = await enterSecondFactor(page, password)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^This may have been done: please look first\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByText(/^The second factor is on already\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()

    // The code that turned it on is used: the next one is taken half a minute early.
    await renewRecoveryCodes(page, await generate({ secret, epoch: Date.now() / 1000 + 30 }))
    const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText('10 recovery codes left')).toBeVisible()
  })
})

test.describe('new recovery codes whose answer was lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('are said to be uncertain, and how to get others', async ({ page, site }) => {
    await openDashboard(page, '/dashboard/profile', await createUser(site.url, 'Lost Renewal'))
    const [recoveryCode = ''] = await turnOnSecondFactor(page, password)
    await page.route('**/totp/renew/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await renewRecoveryCodes(page, recoveryCode)
    await expect(
      page.getByText(/^Your former recovery codes may no longer work\. .+ No connection to/),
    ).toBeVisible()
  })
})

test('new recovery codes that come after the profile was left are told as unseen', async ({
  page,
  site,
}) => {
  await openDashboard(page, '/dashboard', await createUser(site.url, 'Leaves Early'))
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const [recoveryCode = ''] = await turnOnSecondFactor(page, password)
  const release = await keepBack(page, '**/totp/renew/')
  const sent = page.waitForRequest('**/totp/renew/')
  await renewRecoveryCodes(page, recoveryCode)
  await sent
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  release()
  await expect(
    notificationOf(page, /^You left before your recovery codes were shown/),
  ).toBeVisible()
})

/** Asks for new recovery codes in the panel of this page. */
async function renewRecoveryCodes(page: Page, code: string) {
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByLabel(/^Your password/).fill(password)
  await page.getByLabel(/^Your code/).fill(code)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

/** Signs out in `page`, and opens another page in the same browser. */
async function signedOutPage(page: Page, context: ReturnType<Page['context']>) {
  await signOut(page)
  return context.newPage()
}

test('a role that requires a second factor opens nothing before it is set up', async ({ page }) => {
  const site = await startServer({ REQUIRE_TOTP: 'ADMIN' })
  try {
    await page.goto(`${site.url}/dashboard/users`)
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
    await page.goto(`${site.url}/dashboard/cohorts`)
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
    await expectAccessible(page)
    await turnOnSecondFactor(page, admin.password)
    await page.getByRole('button', { name: 'Continue to the dashboard' }).click()
    await expect(rowsOf(page).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  } finally {
    // The page waits for changes, and would report a server that is gone.
    await page.goto('about:blank')
    await site.stop()
  }
})
