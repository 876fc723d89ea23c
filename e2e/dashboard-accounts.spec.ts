import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import {
  emailField,
  notificationOf,
  openDashboard,
  rowsOf,
  signIn,
  signOut,
} from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
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

test('an editor sees nothing of recruitment, and a message at its URLs', async ({ page, site }) => {
  await openDashboard(page, '/dashboard', await createUser(site.url, 'Only Editor', 'EDITOR'))
  const navigation = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Overview',
    'Analytics',
    'Comments',
    'News',
    'Images',
    'Tags',
    /^Testimonials/,
    'Team',
    'Events',
    'Trash',
    'Profile',
  ])
  await page.goto('/dashboard/applications')
  await expect(page.getByText('Your role does not allow this')).toBeVisible()
})

test('a recruiter cannot manage users, and the server rejects it as well', async ({
  page,
  site,
}) => {
  await openDashboard(page, '/dashboard/users', await createUser(site.url, 'Only Recruiter'))
  await expect(page.getByText('Your role does not allow this')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  const { tokens } = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? ''))
  const response = await fetch(`${site.url}/api/admin/users/`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  })
  expect(response.status).toBe(403)
})

test('another session is ended from the profile', async ({ page, site }) => {
  const user = await createUser(site.url, 'Many Sessions')
  await fetch(`${site.url}/api/auth/login/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/1',
    },
    body: JSON.stringify(user),
  })
  await openDashboard(page, '/dashboard/profile', user)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End the session of Firefox on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('listitem')).toContainText('This device')
})

test('an administrator creates a user and disables them', async ({ page }) => {
  await openDashboard(page, '/dashboard/users', admin)
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('Name').fill('Diane Umutoni')
  await page.getByLabel(/^Email/).fill('diane@huza.example')
  await page.getByLabel(/^With a first password/).check()
  await page.getByRole('textbox', { name: /^First password/ }).fill(password)
  await page.getByLabel(/^Your password/).fill(admin.password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(notificationOf(page, 'Diane Umutoni has been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Diane Umutoni' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  const row = rowsOf(page).filter({ hasText: 'Diane' })
  await expect(row).toContainText('Disabled')
  const strip = page.getByRole('main').getByRole('status').filter({ hasText: 'is disabled.' })
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('Disabled')
})

test('who is enabled without having accepted an invitation is said to have to accept one', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/users', admin)
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('Name').fill('Zawadi Uwera')
  await page.getByLabel(/^Email/).fill('zawadi@huza.example')
  await page.getByLabel(/^Your password/).fill(admin.password)
  await page.getByRole('button', { name: 'Create user' }).click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Zawadi Uwera' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Disable')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await choose('Enable')
  await expect(dialog.getByText('They still have to accept an invitation')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(rowsOf(page).filter({ hasText: 'Zawadi' })).toContainText('Invited')
})

test.describe('a wrong password', () => {
  // The browser logs the 400 response.
  test.use({ expectedErrors: [/400/] })

  test('an administrator makes another one only with the own password', async ({ page, site }) => {
    await createUser(site.url, 'Next Admin', 'EDITOR')
    await openDashboard(page, '/dashboard/users?search=next', admin)
    await page.getByRole('button', { name: 'Next Admin', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(/^Your password/)).toBeHidden()
    await dialog.getByLabel(/^Role/).selectOption('ADMIN')
    await dialog.getByLabel(/^Your password/).fill('not my password')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This password is not right')).toBeVisible()
    await dialog.getByLabel(/^Your password/).fill(admin.password)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notificationOf(page, 'Next Admin has been saved.')).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: 'Next Admin' })).toContainText('Administrator')
  })

  test("a recruiter's new password is set only with the own one", async ({ page, site }) => {
    await createUser(site.url, 'Forgetful Recruiter')
    await openDashboard(page, '/dashboard/users?search=forgetful', admin)
    await page.getByRole('button', { name: 'Actions for Forgetful Recruiter' }).click()
    await page.getByRole('menuitem', { name: 'Set a new password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^New password/ }).fill(`${password} again`)
    await dialog.getByLabel(/^Your password/).fill('not my password')
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await expect(dialog.getByText('This password is not right')).toBeVisible()
    await dialog.getByLabel(/^Your password/).fill(admin.password)
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await expect(notificationOf(page, 'Forgetful Recruiter has a new password.')).toBeVisible()
  })

  test("another's email is changed only with the own password", async ({ page, site }) => {
    await createUser(site.url, 'Moving Editor', 'EDITOR')
    await openDashboard(page, '/dashboard/users?search=moving', admin)
    await page.getByRole('button', { name: 'Moving Editor', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Email/).fill('moved.editor@huza.example')
    await dialog.getByLabel(/^Your password/).fill('not my password')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This password is not right')).toBeVisible()
    await dialog.getByLabel(/^Your password/).fill(admin.password)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notificationOf(page, 'Moving Editor has been saved.')).toBeVisible()
    await expect(rowsOf(page)).toContainText('moved.editor@huza.example')
  })
})

test('somebody who is invited chooses a password by the link, and signs in', async ({
  page,
  browser,
  site,
}) => {
  await openDashboard(page, '/dashboard/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('Name').fill('Ines Uwera')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ines@huza.example')
  await dialog.getByLabel(/^Your password/).fill(admin.password)
  await dialog.getByRole('button', { name: 'Create user' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Ines Uwera' })
  await expect(row).toContainText('Invited')
  const [, token] = /#invitation=(\S+)/.exec(emailTo(site, 'ines@huza.example')) ?? []

  const elsewhere = await browser.newContext()
  const invited = await elsewhere.newPage()
  await invited.goto(`${site.url}/login#invitation=${token}`)
  await expect(invited.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expectAccessible(invited)
  await invited.getByRole('textbox', { name: 'Password' }).fill('four words in a row')
  await invited.getByRole('button', { name: 'Set password' }).click()
  await expect(invited.getByText('Your password is set.')).toBeVisible()
  await expect(emailField(invited)).toHaveValue('ines@huza.example')
  await invited.getByRole('textbox', { name: 'Password' }).fill('four words in a row')
  await invited.getByRole('button', { name: 'Sign in' }).click()
  await expect(invited).toHaveURL(/\/dashboard$/)
  await elsewhere.close()

  await expect(row).toContainText('Active')
  await page.getByRole('button', { name: 'Actions for Ines Uwera' }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(row).toContainText('Active')
})
