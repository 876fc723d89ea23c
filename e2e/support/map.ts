import type { Page } from '@playwright/test'

export const mapUrls = 'https://www.openstreetmap.org/**'

/** Answers for the map service: tests must not send requests to other servers. */
export const serveMap = (page: Page) =>
  page.route(mapUrls, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>A map</title></html>',
    }),
  )
