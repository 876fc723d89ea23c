import { startBareApi } from './support/bare-api.ts'
import { newComment } from './support/comments.ts'
import { pdfFile } from './support/files.ts'
import { serverFixture, startServer } from './support/server.ts'
import { test as base, expect } from './support/test.ts'
import { fillDetails, submitButton, uniqueEmail } from './support/wizard.ts'

type Bare = Awaited<ReturnType<typeof startBareApi>>

const test = base.extend<object, { bare: Bare }>({
  bare: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      await using bare = await startBareApi()
      await use(bare)
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ bare }, use) => {
      const site = await startServer({ API_ROOT: bare.url })
      await use(site)
      await site.stop()
    },
    serverFixture,
  ],
})

// A call that the other server doesn't know is logged, and the page goes without its answer.
test.use({ expectedErrors: /404|401/ })

const pages = [
  ['/', 'A letter from another server'],
  ['/who-we-are', 'Chantal Ingabire'],
  ['/why-rwanda', 'Why Rwanda'],
  ['/services', 'Services'],
  ['/insights', 'Talent Development'],
  ['/insights/a-letter-from-another-server', 'Does this work with another server?'],
  ['/events', 'Events'],
  ['/contact', 'Contact'],
  ['/cohort-application', '17 spots remaining'],
  ['/login', 'Sign in'],
] as const

test('every page works with a server that has the fixed calls and fields alone', async ({
  page,
}) => {
  for (const [path, text] of pages) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expect(page.getByText('Something went wrong')).toBeHidden()
      await expect(page.getByRole('main')).not.toContainText(/undefined|NaN|Invalid Date|\[object/)
    })
  }
})

test('a comment is posted to it', async ({ page, bare }) => {
  await page.goto('/insights/a-letter-from-another-server', { waitUntil: 'networkidle' })
  const form = newComment(page)
  await form.getByLabel('Name').fill('Aline Uwase')
  await form.getByLabel('Email').fill('aline@example.rw')
  await form.getByLabel('Message').fill('This goes to another server.')
  await form.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  expect(bare.sent).toContain('/website/comments/')
})

test('a cohort without a deadline takes applications, and a 401 on the upload leads to the sign-in', async ({
  page,
}) => {
  await page.goto('/cohort-application', { waitUntil: 'networkidle' })
  await expect(page.getByText('11 Jan 2099')).toBeVisible()
  await page.getByRole('button', { name: /^Select Cohort of another/ }).click()
  await page.getByRole('button', { name: 'Select GO' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await fillDetails(page, uniqueEmail(), await pdfFile())
  await page.evaluate(() => {
    localStorage.setItem(
      'auth',
      JSON.stringify({ isAuthenticated: true, tokens: { access: 'a', refresh: 'b' }, user: {} }),
    )
  })
  await submitButton(page).click()
  await expect(page).toHaveURL(/\/login/)
})
