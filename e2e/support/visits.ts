import type { Page, Request } from '@playwright/test'

type Told = { path: string; name: string; value?: string | number }

/** Everything that the page tells of its visitor from now on: to the collector, and to whom besides. */
export function listenToVisits(page: Page) {
  const told: Told[] = []
  const hosts = new Set<string>()
  page.on('request', (request: Request) => {
    const { host, pathname } = new URL(request.url())
    hosts.add(host)
    if (pathname !== '/api/website/visits/') return
    const { path, events } = request.postDataJSON() as { path: string; events: Told[] }
    told.push(...events.map((event) => ({ ...event, path })))
  })
  return {
    told,
    hosts,
    /** What was told under a name, in order: the values, or else the paths. */
    of: (name: string) =>
      told.filter((one) => one.name === name).map(({ path, value }) => value ?? path),
  }
}
