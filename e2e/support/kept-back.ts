import type { Page } from '@playwright/test'

/** Opens a page whose scripts are kept back. @returns the function that lets them come */
export async function openWithoutScripts(page: Page, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  // Scripts that are kept back delay the end of loading.
  await page.goto(path, { waitUntil: 'commit' })
  // What is inlined listens once the page is read to its end.
  await page.waitForFunction(() => document.readyState !== 'loading')
  return release
}

/** The scripts that a page asks for from now on, without the one that counts visits. */
export function scriptsOf(page: Page) {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/(?!tracker-).+\.js$/.test(request.url())) scripts.push(request.url())
  })
  return scripts
}
