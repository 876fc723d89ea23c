import type { Page } from '@playwright/test'
import { contentOf, writeArticle } from './support/article-editor.ts'
import {
  apply,
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  setStatus,
} from './support/dashboard.ts'
import { writeMessage } from './support/messages.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

// The browser logs every request that fails.
test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

/** Keeps what is sent there on its way. @returns a promise that it was sent, and what lets it fail */
async function holdCall(page: Page, path: string) {
  const sent = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    sent.resolve()
    await held.promise
    await route.abort('internetdisconnected')
  })
  return { sent: sent.promise, fail: held.resolve }
}

test('a change that fails after its list was left is told on the next page', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Left Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Left' })
  await openDashboard(page, `/dashboard/applications?cohort_id=${cohort.id}`)
  const change = await holdCall(page, '**/change-status/')
  await setStatus(page, 'Aline Left', 'Accepted')
  await change.sent
  await page.getByRole('link', { name: /^Messages/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  change.fail()
  await expect(
    notificationOf(page, /^Aline Left may not have been changed\. No connection/),
  ).toBeVisible()
})

test('what has failed is told as a failure, not as a success', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Refused Cohort' })
  await apply(site.url, { cohort: cohort.id, last_name: 'Refused' })
  const failure = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  await openDashboard(page)
  for (const [path, menu, item] of [
    ['**/change-status/', 'Status of Aline Refused', 'Accepted'],
    ['**/batch-assign/', 'Actions for Aline Refused', 'Assign to me'],
  ] as const) {
    await page.goto(`/dashboard/applications?cohort_id=${cohort.id}`)
    const call = await holdCall(page, path)
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await call.sent
    await page.getByRole('link', { name: /^Messages/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    call.fail()
    await expect(failure).toContainText('Aline Refused may not have been changed.')
  }
})

test('a deletion that fails after its page was left is told on the one before', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/cohorts')
  await page.getByRole('link', { name: 'Tech stacks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tech stacks' })).toBeVisible()
  const deletion = await holdCall(page, '**/techstacks/*/')
  const menu = page.getByRole('button', { name: /^Actions for / }).first()
  const name = (await menu.getAttribute('aria-label'))?.replace('Actions for ', '')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await deletion.sent
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible()
  deletion.fail()
  await expect(
    notificationOf(page, `Delete ${name}? This may have been done: please look first.`),
  ).toBeVisible()
})

test('a dialog that fails after its page was left is told with its title', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.call('POST', '/admin/certificates/', {
    course: 'Go',
    cohort: 'Left Cohort',
    start: '2026-01-05',
    end: '2026-04-03',
    full_name: 'Jean Habimana',
    email: 'left.one@example.rw',
  })
  await openDashboard(page, '/dashboard/certificates')
  await page.getByRole('link', { name: 'Jean Habimana' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/certificates/${id}`))
  const call = await holdCall(page, '**/revoke/')
  await page.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: /^Revoke the certificate of/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Issued by mistake')
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click()
  await call.sent
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible()
  call.fail()
  await expect(
    notificationOf(
      page,
      'Revoke the certificate of Jean Habimana? This may have been done: please look first.',
    ),
  ).toBeVisible()
})

test('an edit that is saved over another one and fails after its page was left is told as well', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const stack = await staff.call('POST', '/admin/techstacks/', { name: 'Left stack' })
  const path = `/admin/techstacks/${stack.id}/`
  await openDashboard(page, '/dashboard/cohorts')
  await page.getByRole('link', { name: 'Tech stacks' }).click()
  await page.getByRole('button', { name: 'Actions for Left stack' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Left stack' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await staff.call('PATCH', path, { name: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const saveMine = dialog.getByRole('button', { name: 'Save mine anyway' })
  await expect(saveMine).toBeVisible()
  const call = await holdCall(page, `**${path}`)
  await saveMine.click()
  await call.sent
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeVisible()
  call.fail()
  await expect(
    notificationOf(page, /^Edit .*: This may have been done: please look first\./),
  ).toBeVisible()
})

test('a publication that fails after its page was left is told on the one before', async ({
  page,
  site,
}) => {
  const title = 'Left while it was published'
  await writeArticle(site.url, { title, content: '<p>Soon.</p>' })
  await openDashboard(page, '/dashboard/news?search=Left+while')
  await rowOf(page, title).getByRole('link').first().click()
  await expect(contentOf(page)).toContainText('Soon.')
  const call = await holdCall(page, '**/publish/')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await call.sent
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  call.fail()
  await expect(
    notificationOf(page, new RegExp(`^“${title}” may not have been published\\. No connection`)),
  ).toBeVisible()
})

test('a note that fails after its page was left is told on the next page', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Noted Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id, last_name: 'Noted' })
  await openDashboard(page, `/dashboard/applications/${id}`)
  const saving = await holdCall(page, '**/notes/')
  await page.getByLabel('New note').fill('Told by nobody else')
  await page.keyboard.press('Control+Enter')
  await saving.sent
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  saving.fail()
  await expect(
    notificationOf(page, /^What you wrote may not have been saved\. No connection/),
  ).toBeVisible()
})

test('a reply that fails after another message was opened is told there', async ({
  page,
  site,
}) => {
  const next = await writeMessage(site.url)
  const { id } = await writeMessage(site.url)
  await openDashboard(page, `/dashboard/messages/${id}`)
  const sending = await holdCall(page, '**/replies/')
  await page.getByRole('textbox', { name: /^To / }).fill('It starts in May.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await sending.sent
  await page.getByRole('link', { name: 'Next message' }).click()
  await expect(page.getByRole('heading', { level: 1, name: next.subject })).toBeVisible()
  sending.fail()
  await expect(
    notificationOf(
      page,
      /^Your reply to Béatrice Nyirahabimana may not have been sent: look at the message\. No connection/,
    ),
  ).toBeVisible()
})
