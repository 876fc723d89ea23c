import type { Page, Route } from '@playwright/test'
import { generate } from 'otplib'
import {
  notificationOf,
  openDashboard,
  replaceTokens,
  rowsOf,
  signIn,
} from './support/dashboard.ts'
import { admin, startServer } from './support/server.ts'
import { createUser, password, signInAsAdmin } from './support/staff.ts'
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

/** Turns the second factor on in the panel of this page. @returns the recovery codes */
async function turnOnSecondFactor(page: Page, ownPassword: string) {
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel(/^Your password/).fill(ownPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){6,}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  )
  await page.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codes.getByRole('listitem').allTextContents()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without your recovery codes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(codes.getByRole('listitem')).toHaveText(recoveryCodes)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('On', { exact: true })).toBeVisible()
  return recoveryCodes
}

/** Signs out in `page`, and opens another page in the same browser. */
async function signedOutPage(page: Page, context: ReturnType<Page['context']>) {
  await signOut(page)
  return context.newPage()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('signing out in one tab signs the others out, and ends the session on the server', async ({
  page,
  context,
  site,
}) => {
  await openDashboard(page, '/dashboard/applications', await createUser(site.url, 'Two Tabs'))
  const other = await context.newPage()
  await other.goto('/dashboard/cohorts')
  await expect(rowsOf(other).first()).toBeVisible()
  const { tokens } = await other.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? ''))
  await signOut(page)
  await expect(other).toHaveURL(/\/login\?to=%2Fdashboard%2Fcohorts$/)
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([])
  const response = await fetch(`${site.url}/api/auth/me/`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  })
  expect(response.status).toBe(401)
})

test('signing out in one tab redirects every tab to the sign-in page, even from a dialog with text', async ({
  page,
  context,
  site,
}) => {
  await openDashboard(page, '/dashboard/cohorts', await createUser(site.url, 'Signed In Here'))
  await page.getByRole('button', { name: 'New cohort' }).click()
  await page.getByLabel('Name').fill('Unsaved')
  const other = await context.newPage()
  await other.goto('/dashboard/applications')
  await expect(rowsOf(other).first()).toBeVisible()
  await signOut(other)
  await expect(page).toHaveURL(/\/login\?to=%2Fdashboard%2Fcohorts$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Signs in by keys alone where the session has ended. */
async function typeSignIn(page: Page) {
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(again.getByLabel(/^Password/)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
}

test.describe('invalid tokens', () => {
  // The browser logs each 401 response, even if the request is retried successfully, and the 400 that asks for a code.
  test.use({ expectedErrors: [/401|400.*login/] })

  test('an expired access token is renewed silently', async ({ page, site }) => {
    await openDashboard(page, '/dashboard', await createUser(site.url, 'Expired Token'))
    await expect(page.getByText('Latest applications')).toBeVisible()
    await replaceTokens(page, { access: 'expired' })
    await page.goto('/dashboard/applications')
    await expect(rowsOf(page)).toHaveCount(10)
    const { tokens } = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? ''))
    expect(tokens.access).not.toBe('expired')
  })

  test('an ended session shows a message, and signing in leads back', async ({ page, site }) => {
    const user = await createUser(site.url, 'Ended Session')
    await openDashboard(page, '/dashboard', user)
    await expect(page.getByText('Latest applications')).toBeVisible()
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.goto('/dashboard/cohorts?search=kigali')
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await signIn(page, user)
    await expect(page).toHaveURL(/\/dashboard\/cohorts\?search=kigali$/)
  })

  test('a session that ends under a dialog is signed in to again over it, and what was typed is saved', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Typing On')
    await openDashboard(page, '/dashboard/profile', user)
    const [recoveryCode = ''] = await turnOnSecondFactor(page, password)
    await page.getByRole('link', { name: 'Cohorts' }).first().click()
    await page.getByRole('button', { name: 'New cohort' }).click()
    const dialog = page.getByRole('dialog', { name: 'New cohort' })
    await dialog.getByLabel('Name').fill('Typed Before The End')
    await dialog.getByLabel('Limit').fill('20')
    await dialog.getByLabel('Start').fill('2090-03-06')
    await dialog.getByLabel('End').fill('2090-06-02')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await dialog.getByRole('button', { name: 'Create cohort' }).click()

    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again.getByLabel('E-mail')).toHaveValue(user.email)
    await expect(again.getByLabel(/^Password/)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.type(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByLabel('Code').fill(recoveryCode)
    await again.getByRole('button', { name: 'Confirm' }).click()
    await expect(notificationOf(page, 'Typed Before The End has been saved.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard\/cohorts$/)
  })

  test('who is disabled with a half-written note is told so, and saves it once enabled again', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Half Written')
    const staff = await signInAsAdmin(site.url)
    const { results } = await staff.call('GET', '/admin/users/?search=half.written')
    const disable = (disabled: boolean) =>
      staff.call('PATCH', `/admin/users/${results[0].id}/`, { disabled })
    await openDashboard(page, '/dashboard/applications/1', user)
    const note = page.getByLabel('New note')
    await note.fill('Half of what I')
    await disable(true)
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel(/^Password/).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again.getByText('This account is disabled.')).toBeVisible()
    await expect(note).toHaveValue('Half of what I')
    await disable(false)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toHaveCount(0)
    await expect(note).toHaveValue('Half of what I')
    await note.press('ControlOrMeta+Enter')
    await expect(page.getByText('Half of what I')).toBeVisible()
    await expect(note).toHaveValue('')
  })

  for (const { what, path, name, open } of [
    { what: 'a note', path: 'applications/2', name: 'New note' },
    { what: 'a reply to a message', path: 'messages/3', name: /^To / },
    { what: 'a reply to a comment', path: 'comments', name: 'Reply as Huza', open: ['j', 'r'] },
  ]) {
    test(`${what} goes on where the caret was, at once after signing in again`, async ({
      page,
      site,
    }) => {
      const user = await createUser(site.url, `Writes ${what}`, 'ADMIN')
      await openDashboard(page, `/dashboard/${path}`, user)
      const field = page.getByRole('textbox', { name })
      if (open) await expect(rowsOf(page).first()).toBeVisible()
      await expect(async () => {
        // Not every comment can be replied to: on to the next.
        for (const key of open ?? []) await page.keyboard.press(key)
        await expect(field).toBeVisible({ timeout: 3_000 })
      }).toPass()
      await field.fill('Half a thoght')
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
      await replaceTokens(page, { access: 'ended', refresh: 'ended' })
      await typeSignIn(page)
      await page.keyboard.type('u')
      await expect(field).toHaveValue('Half a thought')
    })
  }

  test('after signing in again in one tab, the others go on', async ({ page, context, site }) => {
    const user = await createUser(site.url, 'Two Dialogs')
    await openDashboard(page, '/dashboard/cohorts', user)
    await page.getByLabel('Search cohorts').fill('kigali')
    const other = await context.newPage()
    await other.goto('/dashboard/cohorts')
    await expect(rowsOf(other).first()).toBeVisible()
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    for (const one of [page, other]) {
      await one.getByLabel('Search cohorts').fill('musanze')
      await expect(one.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    }
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const one of [page, other]) {
      await expect(rowsOf(one).first()).toContainText('Musanze')
      await expect(one.getByRole('dialog')).toHaveCount(0)
    }
  })

  test('giving up an ended session signs out', async ({ page, site }) => {
    await openDashboard(page, '/dashboard/cohorts', await createUser(site.url, 'Giving Up'))
    await expect(rowsOf(page).first()).toBeVisible()
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.getByLabel('Search cohorts').fill('musanze')
    await page.getByRole('button', { name: 'Sign out and discard it' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  for (const [reason, answer] of [
    ['cannot be reached', (route) => route.abort('internetdisconnected')],
    ['answers 503', (route) => route.fulfill({ status: 503 })],
  ] as [string, (route: Route) => Promise<void>][]) {
    test.describe(`a server that ${reason}`, () => {
      test.use({ expectedErrors: [/401|503|ERR_INTERNET_DISCONNECTED/] })
      test('ends no session: the page says so, and can be tried again', async ({ page, site }) => {
        await openDashboard(page, '/dashboard', await createUser(site.url, `Refresh ${reason}`))
        await expect(page.getByText('Latest applications')).toBeVisible()
        // Before the token is another: a poll that found it expired would refresh it at once.
        await page.route('**/api/auth/refresh/', answer)
        await replaceTokens(page, { access: 'expired' })
        await page.getByRole('link', { name: 'Cohorts' }).first().click()
        await expect(page.getByText('No connection to the server.')).toBeVisible()
        await expect(page.getByText('Invalid token')).toHaveCount(0)
        await page.unroute('**/api/auth/refresh/')
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(rowsOf(page).first()).toBeVisible()
      })
    })
  }
})

test('what is typed on while a note is saved is the next note', async ({ page, site }) => {
  await openDashboard(page, '/dashboard/applications/3', await createUser(site.url, 'Two Notes'))
  const held = Promise.withResolvers<void>()
  await page.route('**/notes/', async (route) => {
    await held.promise
    await route.continue()
  })
  const note = page.getByLabel('New note')
  await note.fill('A note of one who goes on.')
  const saving = page.waitForRequest('**/notes/')
  await page.keyboard.press('Control+Enter')
  await saving
  await page.keyboard.type(' The next one')
  held.resolve()
  await expect(note).toHaveValue('The next one')
  await expect(page.getByText('A note of one who goes on.', { exact: true })).toBeVisible()
})

test('an editor sees nothing of recruitment, and a message at its URLs', async ({ page, site }) => {
  await openDashboard(page, '/dashboard', await createUser(site.url, 'Only Editor', 'EDITOR'))
  const navigation = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(navigation.getByRole('link')).toHaveText([
    ...['Overview', 'Analytics', 'Comments', 'News', 'Images', 'Tags', /^Testimonials/],
    ...['Team', 'Events', 'Trash', 'Profile'],
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
  await page.getByLabel(/^E-mail/).fill('diane@huza.example')
  await page.getByLabel(/^With a first password/).check()
  await page.getByRole('textbox', { name: /^First password/ }).fill(password)
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

  test("another's e-mail is changed only with the own password", async ({ page, site }) => {
    await createUser(site.url, 'Moving Editor', 'EDITOR')
    await openDashboard(page, '/dashboard/users?search=moving', admin)
    await page.getByRole('button', { name: 'Moving Editor', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^E-mail/).fill('moved.editor@huza.example')
    await dialog.getByLabel(/^Your password/).fill('not my password')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This password is not right')).toBeVisible()
    await dialog.getByLabel(/^Your password/).fill(admin.password)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notificationOf(page, 'Moving Editor has been saved.')).toBeVisible()
    await expect(rowsOf(page)).toContainText('moved.editor@huza.example')
  })
})

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
