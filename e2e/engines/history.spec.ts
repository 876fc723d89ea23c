import { publicPaths } from '../support/crawl.ts'
import { confirmLink } from '../support/email-links.ts'
import { expect, test } from './test.ts'

// Addresses without the token of somebody, and an article that isn't there, are told so in the console; so is in Firefox
// what a reload stops on its way.
test.use({ expectedErrors: [/status of 4\d\d/, /NetworkError when attempting to fetch/] })

test('going back shows every page as it was left, without loading it again', async ({
  engine,
  visitor,
  site,
}) => {
  test.slow()
  const examples: Record<string, string> = {
    '/insights/:slug': '/insights/why-kigali-an-honest-answer',
    '/events/:id': '/events/1',
    '/newsletter/confirm': (await confirmLink(site)).slice(site.url.length),
    '/certificate': '/certificate?email=nobody@example.rw',
  }
  const paths = publicPaths
    .filter((path) => !path.endsWith('.ics'))
    .map((path) => examples[path] ?? path)
  const loadedAgain: string[] = []
  for (const path of paths) {
    const next = path === '/terms' ? '/privacy' : '/terms'
    // A page isn't kept that is left while it loads something, such as a picture.
    const tries = 3
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      await visitor.open(path)
      await expect.poll(() => engine.run(isAtRest)).toBe(true)
      await engine.run(markPage)
      await visitor.open(next)
      await engine.run(goBack)
      let isKept = false
      await expect(async () => {
        const page = await engine.run(readPage)
        expect(page.path).not.toBe(next)
        isKept = page.isMarked
      }).toPass()
      if (isKept) break
      if (attempt === tries) loadedAgain.push(path)
    }
  }
  expect(loadedAgain).toEqual([])
})

test('going back after a reload shows the page before, where it was left', async ({
  engine,
  visitor,
}) => {
  await visitor.openHydrated('/insights/why-kigali-an-honest-answer')
  await engine.run(scrollDown)
  await visitor.press('link', 'Services')
  await visitor.seesHeading('Services')
  await engine.run(markPage)
  await engine.run(reload)
  await expect
    .poll(() => engine.run(readPage).catch(() => undefined))
    .toEqual({ path: '/services', isMarked: false })
  await expect.poll(() => engine.run(isAtRest)).toBe(true)
  await engine.run(goBack)
  await visitor.seesHeading('Why Kigali? An honest answer')
  await expect.poll(() => engine.run(scrolled)).toBe(900)
})

// The functions below run in the page.

function isAtRest() {
  return (
    document.documentElement.dataset.hydrated !== undefined ||
    document.querySelector('template[data-scripts=""]') !== null
  )
}

function markPage() {
  document.documentElement.dataset.left = ''
}

/** Fails where the document has no root yet. */
function readPage() {
  return {
    path: location.pathname,
    isMarked: document.documentElement.dataset.left !== undefined,
  }
}

function goBack() {
  history.back()
}

function scrollDown() {
  scrollTo({ top: 900, behavior: 'instant' })
}

function scrolled() {
  return Math.round(scrollY)
}

function reload() {
  location.reload()
}
