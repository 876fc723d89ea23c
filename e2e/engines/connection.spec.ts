import { uniqueText } from '../support/comments.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { test as base, expect } from './test.ts'

type Line = Awaited<ReturnType<typeof startCuttingProxy>>

const test = base.extend<{ line: Line }>({
  /** The proxy in front of the site, which can cut the connection. */
  line: async ({ site }, use) => {
    await using line = await startCuttingProxy(site.url)
    await use(line)
  },
  siteUrl: ({ line }, use) => use(line.url),
})

/** After a failed import, the page checks whether the site is reachable. */
const untilImportFailed = (line: Line) => expect.poll(() => line.wasAskedFor('/healthz')).toBe(true)

// Browsers and the page log failed requests.
test.use({ expectedErrors: [/./] })

test('the form of the third step loads once the site is reachable again', async ({
  visitor,
  line,
}) => {
  await visitor.openHydrated('/cohort-application')
  await visitor.seesHeading('Kigali Web Cohort 12')
  line.cutAnswers()
  await visitor.press('button', 'Select Kigali Web Cohort 12')
  await visitor.seesHeading('Choose Your Tech Stack')
  await visitor.press('button', 'Select REACT DEVELOPMENT')
  await visitor.seesHeading('Personal Details & Resume')
  await visitor.sees('The form could not be loaded.')
  await untilImportFailed(line)
  line.heal()
  await visitor.fill('First name', 'Aline')
})

test('a comment that could not be sent is sent with the next click', async ({ visitor, line }) => {
  const message = uniqueText('Are there good schools nearby?')
  await visitor.open('/insights/why-kigali-an-honest-answer')
  await visitor.fill('Name', 'Aline Uwase')
  await visitor.fill('Email', 'aline@example.rw')
  await visitor.fill('Message', message)
  // What arrives is posted, though its answer be lost.
  line.cutUploadsAfter(0)
  await visitor.press('button', 'Post Comment')
  await visitor.isTold('Failed to post comment')
  line.heal()
  await visitor.press('button', 'Post Comment')
  await visitor.isTold('Comment posted successfully!')
})

test('the next page opens once the site is reachable again, without a reload', async ({
  engine,
  visitor,
  line,
}) => {
  await visitor.openHydrated('/why-rwanda')
  await engine.run(() => {
    document.documentElement.dataset.since = 'before'
  })
  line.cutAnswers()
  await visitor.press('link', 'Services')
  await untilImportFailed(line)
  line.heal()
  await visitor.seesHeading('Services')
  expect(await engine.run(() => document.documentElement.dataset.since)).toBe('before')
})
