import { uniqueText } from '../support/comments.ts'
import { startScriptProxy } from '../support/script-proxy.ts'
import { uniqueEmail } from '../support/wizard.ts'
import { test as base, expect } from './test.ts'
import { createVisitor } from './visitor.ts'

type Line = Awaited<ReturnType<typeof startScriptProxy>>

const test = base.extend<{ line: Line }>({
  /** The proxy in front of the site, which keeps scripts back until they are released. */
  line: async ({ site }, use) => {
    await using line = await startScriptProxy(site.url, { isScripted: true })
    await use(line)
  },
  siteUrl: ({ line }, use) => use(line.url),
  // One that doesn't wait for scripts.
  visitor: ({ engine, siteUrl }, use) => use(createVisitor(engine, siteUrl, false)),
})

test.use({ opensUntil: 'read' })

const times = [1, 2, 3]
const posts = (line: Line) => line.asked('POST /api').filter((one) => !one.endsWith('/visits/'))

test('a tab, the newsletter and a menu that are pressed before any script has come are done once', async ({
  engine,
  visitor,
  line,
}) => {
  await visitor.open('/')
  await visitor.fill('Email for the newsletter', uniqueEmail())
  for (const _time of times) await visitor.press('button', 'Subscribe')
  for (const _time of times) await visitor.press('tab', 'For Business')
  for (const _time of times) await visitor.press('button', 'Our story')
  expect(await engine.run(readState)).toEqual({ isHeld: true, tab: 'For Talents', menu: 'false' })
  line.release()
  await visitor.sees('You have successfuly subscribe to our news letter')
  expect(await engine.run(readState)).toEqual({ isHeld: false, tab: 'For Business', menu: 'true' })
  expect(posts(line)).toEqual(['POST /api/website/subscribe/'])
})

test('a message that is sent before any script has come is sent once', async ({
  visitor,
  line,
}) => {
  await visitor.open('/contact')
  await visitor.fill('Full name', 'Katharina Vogel')
  await visitor.fill('Email', 'katharina@example.com')
  await visitor.fill('Phone', '+49 30 1234567')
  await visitor.fill('Subject', uniqueText('Developers'))
  await visitor.fill('Message', 'We are looking for two backend developers from March on.')
  for (const _time of times) await visitor.press('button', 'Send')
  line.release()
  await visitor.sees('Your Query was sent successfuly')
  expect(posts(line)).toEqual(['POST /api/website/contact-us/'])
})

test('a cohort that is pressed before any script has come is chosen once, and so is Continue', async ({
  visitor,
  line,
}) => {
  await visitor.open('/cohort-application?cohort=1&step=1')
  for (const _time of times) await visitor.press('button', 'Continue')
  line.release()
  await visitor.seesHeading('Choose Your Tech Stack')
  expect(line.asked('GET /cohort-application?cohort=1')).toHaveLength(2)
})

// The functions below run in the page.

function readState() {
  const tab = document.querySelector('[role=tab][aria-selected=true]')
  const menu = document.querySelector('[data-menu=hover]>button')
  return {
    isHeld: document.documentElement.dataset.held !== undefined,
    tab: tab?.textContent,
    menu: menu?.ariaExpanded,
  }
}
