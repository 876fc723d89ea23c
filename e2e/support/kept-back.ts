import { expect, type Page, type Route } from '@playwright/test'

const own = '(entry[.]page|carousels|film|sharing)-'
/** A page's own script, which comes with its style sheet, and the small ones of its parts that do without React. */
export const ownScripts = new RegExp(`/assets/${own}`)
export const furtherScripts = new RegExp(`/assets/(?!${own}).+[.]js$`)

/** Opens a page whose scripts are kept back, but for its own ones. @returns the function that lets them come */
export async function openWithoutScripts(page: Page, path: string) {
  const release = await keepBack(page, furtherScripts)
  // Scripts that are kept back delay the end of loading.
  await page.goto(path, { waitUntil: 'commit' })
  // What comes with the page listens once it is read to its end.
  await page.waitForFunction(() => document.readyState !== 'loading')
  await untilPainted(page)
  return release
}

/**
 * Opens a page none of whose scripts comes, but what is inlined. @returns the functions that let its own ones come, and
 * all others
 */
export async function openWithoutAnyScript(page: Page, path: string) {
  const releaseOwn = await keepBack(page, ownScripts)
  const releaseOthers = await openWithoutScripts(page, path)
  return { releaseOwn, releaseOthers }
}

/** Expects something pressed to wait for a script, or nothing. */
export async function expectHeld(page: Page, isHeld = true) {
  const root = page.locator('html')
  if (isHeld) await expect(root).toHaveAttribute('data-held', '')
  else await expect(root).not.toHaveAttribute('data-held')
}

/** Chromium drops what is pressed on a document before it is painted. Works without JavaScript, too. */
export const untilPainted = (page: Page) =>
  expect.poll(() => page.evaluate(isPainted).catch(() => false)).toBe(true)

/** A page whose clock a test has installed knows of no entries, and is taken for painted. */
function isPainted() {
  const has = (type: string) => performance.getEntriesByType(type).length > 0
  return has('paint') || !has('navigation')
}

/** Keeps what is asked for from coming, by any method or one. @returns the function that lets it come, or be lost */
export async function keepBack(
  page: Page,
  url: string | RegExp,
  { method, times, isLost }: { method?: string; times?: number; isLost?: true } = {},
) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    if (!method || route.request().method() === method) await released
    // A page that was left meanwhile waits for nothing any more.
    await (isLost ? route.abort() : route.continue()).catch(() => {})
  }
  await page.route(url, wait, { times })
  return release
}

/** The scripts that a page asks for from now on, without its own ones. */
export function scriptsOf(page: Page) {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (furtherScripts.test(request.url())) scripts.push(request.url())
  })
  return scripts
}
