import { openDashboard, signIn, signOut, stripOf } from './support/dashboard.ts'
import { createEvent } from './support/events.ts'
import { writeMessage } from './support/messages.ts'
import { createUser, signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// A colleague who saves first is answered by 409.
test.use({ expectedErrors: /status of 409/ })

// The browser asks before a page with typed words is left.
test.beforeEach(({ page }) => void page.on('dialog', (dialog) => dialog.accept()))

const back = 'What you had typed is back. It is not saved yet.'

for (const { what, open, label, typed, before = '', check } of [
  {
    what: 'a new event',
    open: async () => '/dashboard/events/new',
    label: 'Title',
    typed: 'An Evening in Huye',
  },
  {
    what: 'a copy of an event',
    open: async (url: string) =>
      `/dashboard/events/new?from=${await createEvent(url, { title: 'To Be Copied' })}`,
    label: 'Title',
    typed: 'A Second Evening',
    before: 'To Be Copied',
  },
  {
    what: 'a section of the settings',
    open: async () => '/dashboard/settings/about',
    label: 'Years of experience',
    typed: '12+',
    before: '10+',
  },
  {
    what: 'the criteria of a cohort',
    open: async (url: string) =>
      `/dashboard/cohorts/${await createCohort(url, { criteria: true })}/criteria`,
    label: '1. Name',
    typed: 'Perseverance',
    before: 'Motivation',
  },
  {
    what: 'the emails of a cohort',
    open: async (url: string) => `/dashboard/cohorts/${await createCohort(url)}/emails`,
    check: 'This cohort has an email of its own',
    label: 'Subject',
    typed: 'Murakaza neza',
  },
]) {
  test(`what is typed into ${what} outlasts a reload, says so, and is discarded on demand`, async ({
    page,
    site,
  }) => {
    await openDashboard(page, await open(site.url))
    const field = page.getByRole('textbox', { name: label, exact: true })
    if (check) await page.getByLabel(check).check()
    else await expect(field).toHaveValue(before)
    await field.fill(typed)
    await expect(stripOf(page, back)).toHaveCount(0)
    await page.reload()
    await expect(field).toHaveValue(typed)
    await expect(stripOf(page, back)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect(stripOf(page, back)).toHaveCount(0)
    if (check) await expect(page.getByLabel(check)).not.toBeChecked()
    else await expect(field).toHaveValue(before)
    await page.reload()
    await expect(
      page.getByRole('button', { name: 'Save' }).or(page.getByRole('button', { name: 'Create' })),
    ).toBeVisible()
    await expect(stripOf(page, back)).toHaveCount(0)
  })
}

async function createCohort(url: string, { criteria = false } = {}): Promise<number> {
  const staff = await signInAsAdmin(url)
  const { id } = await staff.createCohort({ name: `Kept Words ${crypto.randomUUID().slice(0, 8)}` })
  const names = ['Motivation', 'Logic', 'English']
  if (criteria) {
    await staff.call('PATCH', `/admin/cohorts/${id}/criteria/`, {
      criteria: names.map((name) => ({ name })),
    })
  }
  return id
}

test('what was typed before an update of the site goes on with the emails that the update brought', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/settings/emails')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Murakaza neza')
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (!key.endsWith('settings emails')) continue
      const { values, seen } = JSON.parse(value)
      for (const part of [values, seen]) delete part.MOVED
      sessionStorage.setItem(key, JSON.stringify({ values, seen }))
    }
  })
  await page.reload()
  await expect(stripOf(page, back)).toBeVisible()
  await expect(subject).toHaveValue('Murakaza neza')
  await page.getByText('Moved to another cohort', { exact: true }).click()
  await expect(subject).not.toHaveValue('')
})

test.describe('a form that was sent', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 400/ })

  const uncertain = 'What you had typed is back. It may have been saved: please look first.'

  for (const { answer, isLost, said } of [
    { answer: 'got no answer', isLost: true, said: uncertain },
    { answer: 'was refused', isLost: false, said: back },
  ]) {
    test(`and ${answer} says after a reload: ${said}`, async ({ page }) => {
      await openDashboard(page, '/dashboard/events/new')
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      await title.fill('Sent Once')
      if (isLost) await page.route('**/admin/events/', (route) => route.abort())
      await page.getByRole('button', { name: 'Create event' }).click()
      const problem = page
        .getByRole('main')
        .locator('[role=alert]:not(:empty), [aria-invalid=true]')
      await expect(problem.first()).toBeVisible()
      await page.reload()
      await expect(stripOf(page, said)).toBeVisible()
      await page.getByRole('link', { name: 'Cancel' }).click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText(isLost ? 'may have been saved' : 'Nothing of it')
      await question.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard it' }).click()
      await expect(title).toHaveValue('')
      await expect(title).toBeFocused()
    })
  }
})

test('the focus goes on in a form whose notice is closed', async ({ page }) => {
  await openDashboard(page, '/dashboard/events/new')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Still here')
  await page.reload()
  await stripOf(page, back).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(stripOf(page, back)).toHaveCount(0)
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('Still here')
})

test('what comes back into an event does not overwrite what a colleague has saved since', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Contested Evening', location: 'Kigali' })
  await openDashboard(page, `/dashboard/events/${id}/edit`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('My Evening')
  const { call } = await signInAsAdmin(site.url)
  await call('PATCH', `/admin/events/${id}/`, { location: 'Huye' })
  await page.reload()
  await expect(title).toHaveValue('My Evening')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing of yours' })).toBeVisible()
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  expect(await call('GET', `/admin/events/${id}/`)).toMatchObject({
    title: 'My Evening',
    location: 'Huye',
  })

  // What was saved is typed no more.
  await page.goto(`/dashboard/events/${id}/edit`)
  await expect(title).toHaveValue('My Evening')
  await expect(stripOf(page, back)).toHaveCount(0)
})

test('what is typed into an event goes as its user leaves it, and as they sign out', async ({
  page,
  site,
}) => {
  const path = '/dashboard/events/new'
  await openDashboard(page, path, await createUser(site.url, 'Types First', 'ADMIN'))
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Only a thought')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await page.goto(path)
  await expect(title).toHaveValue('')
  await title.fill('Nobody else reads it')
  const storedIn = () => page.evaluate(() => JSON.stringify(sessionStorage))
  expect(await storedIn()).toContain('Nobody else')
  await signOut(page)
  expect(await storedIn()).not.toContain('Nobody else')
  await signIn(page, await createUser(site.url, 'Comes Second', 'ADMIN'))
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(path)
  await expect(title).toHaveValue('')
})

test('a half-written note on a message outlasts a reload, until it is discarded', async ({
  page,
  site,
}) => {
  const { id } = await writeMessage(site.url)
  await openDashboard(page, `/dashboard/messages/${id}`)
  const note = page.getByLabel('New note')
  await note.fill('Is to be called ba')
  await page.reload()
  await expect(note).toHaveValue('Is to be called ba')
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await page.goto(`/dashboard/messages/${id}`)
  await expect(note).toHaveValue('')
})
