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
