import type { Route } from '@playwright/test'
import {
  apply,
  notificationOf,
  openDashboard,
  replaceTokens,
  rowsOf,
  setStatus,
  signIn,
  signOut,
  withoutLiveChanges,
} from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { headingOf, openReview } from './support/review.ts'
import { turnOnSecondFactor } from './support/second-factor.ts'
import { createUser, password, signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.describe('two tabs', () => {
  // A tab may ask what has changed in the moment in which another one ends the session.
  test.use({ expectedErrors: /401.*changes/ })

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

  test('signing out in one tab takes what can be undone from the others', async ({
    page,
    context,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Undone Nowhere' })
    await apply(site.url, { cohort: cohort.id, last_name: 'Undone' })
    const path = `/dashboard/applications?cohort_id=${cohort.id}`
    await openDashboard(page, path, await createUser(site.url, 'Undone Nowhere'))
    const other = await context.newPage()
    await other.goto('/dashboard/cohorts')
    await expect(rowsOf(other).first()).toBeVisible()
    const release = await keepBack(page, '**/change-status/')
    await setStatus(page, 'Aline Undone', 'Accepted')
    await page.getByRole('link', { name: /^Messages/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    release()
    const told = notificationOf(page, /^Aline Undone: Pending → Accepted/)
    await expect(told).toBeVisible()
    await signOut(other)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    // Long before its five seconds are over.
    await expect(told).toHaveCount(0, { timeout: 1000 })
  })
})

test.describe('a tab that has yet to hear that its user has signed out', () => {
  test.use({ expectedErrors: /401/ })

  test('stays whole until then', async ({ page, site }) => {
    await withoutLiveChanges(page)
    const user = await createUser(site.url, 'Told Later')
    await openDashboard(page, '/dashboard/applications/5', user)
    const note = page.getByLabel('New note')
    await expect(note).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await note.fill('Typed in that moment')
    await expect(note).toHaveValue('Typed in that moment')
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: null })))
    await expect(page).toHaveURL(/\/login\?to=/)
  })
})

test.describe('invalid tokens', () => {
  // The browser logs each 401 response, even if the request is retried successfully, and the 400 that asks for a code.
  test.use({ expectedErrors: [/401|400.*login/] })

  test('what the back button restores after a sign-out is out of sight, however slow the line is', async ({
    page,
    site,
  }) => {
    await openDashboard(page, '/dashboard/applications', await createUser(site.url, 'Gone Home'))
    await expect(rowsOf(page).first()).toBeVisible()
    const isInSight = await page.evaluate(() => {
      // As another tab does while the page is kept.
      localStorage.clear()
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return document.body.checkVisibility()
    })
    expect(isInSight).toBe(false)
    await expect(page).toHaveURL(/\/login\?to=/)
  })

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

  test('a page opened with an ended session leads to the sign-in, whatever it has read by then', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Ended Before')
    await openDashboard(page, '/dashboard', user)
    await expect(page.getByText('Latest applications')).toBeVisible()
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    const read = page.waitForResponse(/\/techstacks\//)
    await page.route('**/api/auth/refresh/', async (route) => {
      await read
      await route.continue()
    })
    await page.goto('/dashboard/applications')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
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
    await withoutLiveChanges(page)
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await dialog.getByRole('button', { name: 'Create cohort' }).click()

    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again.getByLabel('Email')).toHaveValue(user.email)
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

  test('keys decide on nobody while a session that has ended is signed in to again', async ({
    page,
    site,
  }) => {
    await openDashboard(page, '/dashboard', await createUser(site.url, 'Single Keys'))
    await page.getByRole('link', { name: 'Applications' }).first().click()
    const fetched = new Set<string>()
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/scores/')) fetched.add(request.url())
    })
    await rowsOf(page).nth(1).getByRole('link').first().focus()
    await page.keyboard.press('v')
    // This applicant, and those who come next.
    await expect.poll(() => fetched.size).toBe(3)
    const decisions: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('change-status')) decisions.push(request.url())
    })
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.keyboard.press('n')
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByRole('button', { name: 'Sign out and discard it' }).focus()
    await expect(page.getByText(/^3 of /)).toBeVisible()
    for (const key of ['s', 'r', 'a']) await page.keyboard.press(key)
    await again.getByLabel(/^Password/).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toBeHidden()
    await expect(page.getByText(/^3 of /)).toBeVisible()
    expect(decisions).toEqual([])
  })

  test('a decision whose session another tab has ended is told to the same user, and its note kept', async ({
    page,
    context,
    site,
  }) => {
    await withoutLiveChanges(page)
    await openReview(page, site.url, 'Ended Review', 2)
    await page.keyboard.press('m')
    await page.keyboard.type('A clear mind')
    await page.keyboard.press('Escape')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.keyboard.press('s')
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/dashboard/cohorts')
    await expect(page).toHaveURL(/\/login/)
    await signIn(page)
    await expect(
      notificationOf(page, 'Review Number2 was not changed. Your session had ended.'),
    ).toBeVisible()
    await expect(headingOf(page)).toHaveText('Review Number1')
    await page.keyboard.press('p')
    await expect(headingOf(page)).toHaveText('Review Number2')
    const note = page.getByLabel('Note', { exact: true })
    await expect(note).toHaveValue('A clear mind')
    await note.fill('Speaks French')
    await page.reload()
    await expect(note).toHaveValue('Speaks French')
  })

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
