import { emailField, notificationOf, openDashboard, rowsOf } from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
import { admin } from './support/server.ts'
import { createUser, password } from './support/staff.ts'
import { expect, expectAccessible, test } from './support/test.ts'

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
