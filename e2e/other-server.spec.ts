import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { bareAuth, endedToken, startBareApi } from './support/bare-api.ts'
import { newComment, typeComment } from './support/comments.ts'
import { publicPaths } from './support/crawl.ts'
import { pdfFile } from './support/files.ts'
import { keepBack } from './support/kept-back.ts'
import { chooseResume, fillForm, registerButton } from './support/registration.ts'
import { serverFixture, startServer } from './support/server.ts'
import { test as base, expect, openHydrated } from './support/test.ts'
import { expectSubmitted, fillDetails, submitButton, uniqueEmail } from './support/wizard.ts'

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
test.use({ expectedErrors: /404|401|A form token could not be loaded/ })

// Tests must not send requests to other servers.
test.beforeEach(({ page }) =>
  page.route('https://www.openstreetmap.org/**', (route) => route.abort()),
)

/** An address of each public route, and what it shows. */
const pages: Record<string, [path: string, text: string]> = {
  '/': ['/', 'A letter from another server'],
  '/who-we-are': ['/who-we-are', 'Chantal Ingabire'],
  '/why-rwanda': ['/why-rwanda', 'Why Rwanda'],
  '/services': ['/services', 'Services'],
  '/insights': ['/insights', 'Talent Development'],
  '/insights/:slug': [
    '/insights/a-letter-from-another-server',
    'Does this work with another server?',
  ],
  '/events': ['/events', 'No events found in this category.'],
  '/events/cancel': ['/events/cancel?token=1.a', 'registration'],
  '/events/:id': ['/events/1', 'Page Not Found'],
  '/contact': ['/contact', 'Contact'],
  '/register': ['/register', 'Be found for what you can do'],
  '/newsletter': ['/newsletter', 'newsletter'],
  '/newsletter/confirm': ['/newsletter/confirm?token=1.a', 'newsletter'],
  '/newsletter/unsubscribe': ['/newsletter/unsubscribe?token=1.a', 'newsletter'],
  '/testimonial': ['/testimonial', 'Share your experience'],
  '/my-data': ['/my-data', 'Your email'],
  '/my-data/link': ['/my-data/link?token=1.a', 'Ask for a link'],
  '/comments/answers': ['/comments/answers?token=1.a', 'comment'],
  '/interview': ['/interview?token=1.a', 'interview'],
  '/privacy': ['/privacy', 'Privacy'],
  '/terms': ['/terms', 'Terms'],
  '/cohort-application': ['/cohort-application', '17 spots remaining'],
  '/*': ['/no-such-page', 'Page Not Found'],
  '/certificate': ['/certificate?email=aline@example.rw', 'Generating your certificate...'],
  '/verify': ['/verify', 'certificate'],
  '/login': ['/login', 'Sign in'],
}

async function expectWhole(page: Page) {
  const { soft } = expect
  await soft(page.getByText('Something went wrong')).toBeHidden()
  await soft(page.locator('main')).not.toContainText(/undefined|NaN|Invalid Date|\[object/)
}

/** Opens a page, which is one of several: one that fails keeps none of the others from being opened. */
const expectToWork = (page: Page, path: string, text: string) =>
  test.step(path, async () => {
    await page.goto(path, { waitUntil: path.startsWith('/certificate') ? 'load' : 'networkidle' })
    await expect.soft(page.locator('main').getByText(text).first()).toBeVisible()
    await expectWhole(page)
  })

test('every public page works with a server that has the fixed calls and fields alone', async ({
  page,
}) => {
  for (const pattern of publicPaths.filter((path) => !path.endsWith('.ics'))) {
    const [path = '', text = ''] = pages[pattern] ?? []
    await expectToWork(page, path, text)
  }
})

test('calendars of events that it does not know are not found', async ({ page }) => {
  for (const path of publicPaths.filter((one) => one.endsWith('.ics'))) {
    const response = await page.request.get(path.replace(':id', '1'))
    expect([path, response.status()]).toEqual([path, 404])
  }
})

test('feeds and sitemap tell of its articles', async ({ page, site }) => {
  const read = async (path: string) => {
    const response = await page.request.get(path)
    expect(response.status()).toBe(200)
    return response.text()
  }
  expect(await read('/atom.xml')).toMatch(/<updated>\d{4}-\d\d-\d\dT[^<]*Z<\/updated>/)
  expect(await read('/rss.xml')).not.toContain('Invalid')
  const sitemap = await read('/sitemap.xml')
  expect(sitemap).toContain(`<loc>${site.url}/insights/a-letter-from-another-server</loc>`)
  expect(sitemap.match(/\/insights\//g)).toHaveLength(25)
})

for (const [totals, path] of [
  ['total_pages alone', '/insights'],
  ['total_items alone', '/insights?category=talent'],
]) {
  test(`all articles of a server that sends ${totals} can be loaded`, async ({ page }) => {
    const articles = page.getByRole('main').getByRole('heading', { level: 3 })
    const more = page.getByRole('link', { name: 'Load More Articles' })
    await openHydrated(page, path as string)
    await expect(articles).toHaveCount(10)
    await more.click()
    await expect(articles).toHaveCount(20)
    // The server renders all that is loaded, too.
    await page.reload({ waitUntil: 'networkidle' })
    await expect(articles).toHaveCount(20)
    await more.click()
    await expect(articles).toHaveCount(25)
    await expect(page.getByText('That is all: 25 articles')).toBeVisible()
    await expect(more).toBeHidden()
  })
}

/** The body of the last POST request to a path, once there is one. */
const lastSent = ({ sent }: Bare, path: string) => sent.findLast((one) => one.path === path)?.body

test('a comment and a reply are posted to it', async ({ page, bare }) => {
  await openHydrated(page, '/insights/a-letter-from-another-server')
  await typeComment(newComment(page), { message: 'This goes to another server.' })
  // Read anew, the comments are the same as before: that server stores none.
  const release = await keepBack(page, /\/website\/news\/3\/comments\//)
  await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  await expect(page.locator('#comments li').first()).toContainText('Aline Uwase Just now')
  release()
  expect(JSON.parse(lastSent(bare, '/website/comments/') ?? '')).toMatchObject({
    name: 'Aline Uwase',
    email: 'aline@example.rw',
    message: 'This goes to another server.',
    news_id: 3,
    is_published: true,
  })
  // They are asked for again a second later.
  await expect(page.locator('#comments').getByText('Written meanwhile.')).toBeVisible()
  await page.getByRole('button', { name: 'Reply to Henrik' }).last().click()
  const reply = page.getByRole('form', { name: 'Reply to Henrik' })
  await typeComment(reply, { message: 'It does, as you see.' })
  await reply.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted successfully!')).toBeVisible()
  expect(JSON.parse(lastSent(bare, '/website/reply-comments/') ?? '')).toMatchObject({
    message: 'It does, as you see.',
    comment_id: 8,
    is_published: true,
  })
  await expectWhole(page)
})

test('an article is not related to itself, which that server leaves to its readers', async ({
  page,
}) => {
  await page.goto('/insights/a-letter-from-another-server')
  await expect(page.getByText('No related articles found.')).toBeVisible()
})

test('a message is sent to it', async ({ page, bare }) => {
  await openHydrated(page, '/contact')
  const form = page.locator('form[action^="/contact"]')
  const typed = {
    'Full name': 'Katharina Vogel',
    Email: 'katharina@example.com',
    Phone: '+49 30 1234567',
    Subject: 'Two backend developers',
    Message: 'We are looking for two backend developers from March on.',
  }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
  await form.getByRole('button').click()
  await expect(page.getByText('Your Query was sent successfuly').first()).toBeVisible()
  await expect.poll(() => lastSent(bare, '/website/contact-us/')).toContain('Katharina Vogel')
  await expect(form.getByLabel('Subject')).toHaveValue('')
})

test('the newsletter is subscribed to', async ({ page, bare }) => {
  await openHydrated(page, '/services')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email for the newsletter').fill('katharina@example.com')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(
    page.getByText('You have successfuly subscribe to our news letter').first(),
  ).toBeVisible()
  expect(lastSent(bare, '/website/subscribe/')).toContain('katharina@example.com')
  // Whether it asks by email isn't known.
  await expect(footer.locator('[role=alert]')).toBeEmpty()
})

test('a testimonial is sent to it', async ({ page, bare }) => {
  await openHydrated(page, '/')
  await page.getByRole('link', { name: 'Share your experience' }).click()
  await page.getByLabel('Full name').fill('Katharina Vogel')
  await page.getByLabel('Who you are').fill('Head of Engineering')
  await page.getByLabel('Your testimonial').fill('Two people for us, and both stayed.')
  await page.getByRole('button', { name: 'Send testimonial' }).click()
  await expect(page.getByText('Our team reads every testimonial').last()).toHaveRole('status')
  expect(lastSent(bare, '/website/testimonies/')).toContain('Katharina Vogel')
})

test('a registration that it has no call for keeps what was typed, and says that it failed', async ({
  page,
}) => {
  await openHydrated(page, '/register')
  await fillForm(page, uniqueEmail(), 'React, French')
  await chooseResume(page, await pdfFile())
  await registerButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await expect(registerButton(page)).toBeEnabled()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
  await expectWhole(page)
})

async function fillApplication(page: Page) {
  await openHydrated(page, '/cohort-application')
  await expect(page.getByText('11 Jan 2099')).toBeVisible()
  await page.getByRole('button', { name: /^Select Cohort of another/ }).click()
  await page.getByRole('button', { name: 'Select GO' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await fillDetails(page, uniqueEmail(), await pdfFile())
}

test('a cohort without a deadline takes an application', async ({ page, bare }) => {
  await fillApplication(page)
  await submitButton(page).click()
  await expectSubmitted(page)
  await expect(page.getByText('Application created successfully!').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Cohort of another server')
  await expectWhole(page)
  expect(lastSent(bare, '/website/application/')).toContain('name="resume"; filename=')
})

const signInWith = (page: Page, state: object) =>
  page.evaluate((auth) => localStorage.setItem('auth', JSON.stringify(auth)), state)

test('a 401 on an upload signs out and leads to the sign-in', async ({ page }) => {
  await fillApplication(page)
  await signInWith(page, { ...bareAuth, tokens: { access: endedToken, refresh: endedToken } })
  await submitButton(page).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBe(null)
})

test('a 401 in the dashboard leads to the sign-in, also where no token can be renewed', async ({
  page,
}) => {
  await page.goto('/robots.txt')
  await signInWith(page, { ...bareAuth, tokens: { access: endedToken, refresh: endedToken } })
  await page.goto('/dashboard/applications')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBe(null)
})

/** The dashboard's pages of the specification's calls, and what they show. */
const dashboardPages = [
  ['/dashboard', 'Muraho, Diane Keza'],
  // The list and the editor of articles have calls of their own.
  ['/dashboard/news', 'Not found.'],
  ['/dashboard/news/3', 'Not found.'],
  ['/dashboard/testimonials', 'Eric Mugisha'],
  ['/dashboard/applications', 'Aline Uwase'],
  ['/dashboard/applications/1', 'Aline Uwase'],
  ['/dashboard/cohorts', 'Cohort of another server'],
  ['/dashboard/tech-stacks', 'Go'],
  ['/dashboard/comments?status=ALL', 'Does this work with another server?'],
  ['/dashboard/messages', 'Katharina Vogel'],
  ['/dashboard/messages/1', 'Two developers'],
  ['/dashboard/team', 'Chantal Ingabire'],
] as const

test('applications of another server are exported, though it hides what the file is named', async ({
  page,
}) => {
  await page.goto('/robots.txt')
  await signInWith(page, bareAuth)
  await page.goto('/dashboard/applications')
  for (const [label, ending, text] of [
    ['CSV', 'csv', 'first_name\nAline\n'],
    ['JSON', 'json', '[{ "first_name": "Aline" }]'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: label }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^applications-[\\d-]{10}\\.${ending}$`),
    )
    expect(await readFile(await download.path(), 'utf8')).toBe(text)
  }
})

test('staff of another server open every page of the calls that it has', async ({ page }) => {
  await page.goto('/robots.txt')
  await signInWith(page, bareAuth)
  for (const [path, text] of dashboardPages) await expectToWork(page, path, text)
})
