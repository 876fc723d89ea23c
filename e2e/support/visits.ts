import type { Page, Request } from '@playwright/test'

type VisitEvent = { path: string; name: string; value?: string | number }

/** Records the analytics events that the page sends from now on, and all hosts that it contacts. */
export function listenToVisits(page: Page) {
  const sent: VisitEvent[] = []
  const hosts = new Set<string>()
  page.on('request', (request: Request) => {
    const { host, pathname } = new URL(request.url())
    hosts.add(host)
    if (pathname !== '/api/website/visits/') return
    const { path, events } = request.postDataJSON() as { path: string; events: VisitEvent[] }
    sent.push(...events.map((event) => ({ ...event, path })))
  })
  return {
    events: sent,
    hosts,
    /** The recorded events of a name, in order: their values, or else their paths. */
    of: (name: string) =>
      sent.filter((one) => one.name === name).map(({ path, value }) => value ?? path),
  }
}

/** Lets the page's stopped clock run. */
export const pass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1000)

/** @param share of what can be scrolled, from 0 to 1 */
export async function scrollTo(page: Page, share: number) {
  await page.evaluate((part) => {
    const top = part * (document.documentElement.scrollHeight - innerHeight)
    const scrolled = new Promise<unknown>((resolve) => {
      addEventListener('scroll', resolve, { once: true })
    })
    window.scrollTo({ top, behavior: 'instant' })
    return scrolled
  }, share)
  await page.clock.runFor(150)
}

/** Simulates switching to another tab and back. */
export const hide = (page: Page, isHidden = true) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
