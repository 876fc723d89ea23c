import type { Page } from '@playwright/test'

/** The paths of what a page sends from now on, without its visits. */
export function postsOf(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && !pathname.endsWith('/visits/')) paths.push(pathname)
  })
  return paths
}

/** The addresses of the documents that a page shows from now on. */
export function documentsOf(page: Page) {
  const addresses: string[] = []
  // What was fetched ahead is no request.
  page.on('domcontentloaded', () => addresses.push(page.url()))
  return addresses
}
