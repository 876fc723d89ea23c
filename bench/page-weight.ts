import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { createUser } from '#seed/factories/accounts.ts'
import { openDashboard } from '../e2e/support/dashboard.ts'
import { ownScriptMax } from '../e2e/support/own-script.ts'
import { getChromium } from '../scripts/chromium.mjs'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, kB, table } from './table.ts'

/**
 * The limits of what comes over the wire: in total, scrolled to the end and with Save-Data, each with headers; and of
 * scripts without them.
 */
type Budget = { all?: number; scrolled?: number; saving?: number; scripts?: number }

const article = '/insights/why-kigali-an-honest-answer'
const pages: Record<string, Budget> = {
  '/': { all: 50_000, scrolled: 60_000, saving: 30_000, scripts: ownScriptMax },
  [article]: { all: 45_000, saving: 28_000, scripts: ownScriptMax },
  '/cohort-application': { all: 60_000, scripts: ownScriptMax },
  '/contact': { all: 45_000, scripts: ownScriptMax },
  '/insights': {},
  '/events': {},
  '/login': {},
  '/dashboard': { scripts: 152_000 },
}
/** From page to page. */
const steps = [
  ['/', article],
  [article, '/contact'],
  ['/contact', '/'],
  ['/contact', '/cohort-application'],
] as const
const nextMax = 16_000
const fontsMax = 40_000
/** The initial congestion window of TCP: ten packets. */
const firstBytes = 14_000
const viewport = { width: 360, height: 800 }
const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'other'] as const
type Kind = (typeof kinds)[number]

/**
 * Measures a first visit on a phone: all that comes until nothing more does, then scrolled to the end, and with
 * Save-Data. The dashboard is visited by somebody who is signed in. Then what another page costs after a first one.
 */
export async function measurePageWeights(site: Site, product: Server): Promise<string> {
  const { email, password } = await createUser(site.services, { role: 'ADMIN' })
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const rows: string[][] = []
  const nextRows: string[][] = []
  try {
    for (const [page, budget] of Object.entries(pages)) {
      const open = page.startsWith('/dashboard')
        ? (visitor: Page) => openDashboard(visitor, page, { email, password })
        : (visitor: Page) => visitor.goto(page)
      await askOften(product.url + page)
      const weight = await download(browser, product.url, open)
      const saving = await download(browser, product.url, open, { 'save-data': 'on' })
      rows.push(rowOf(budget, { page, ...weight, saving: saving.all }))
    }
    for (const [from, to] of steps) {
      await askOften(product.url + to)
      const { html, all, requests } = await downloadNext(browser, product.url, from, to)
      const goal = atMost(all / 1000, nextMax / 1000)
      nextRows.push([from, to, kB(html), kB(all), String(requests), goal])
    }
  } finally {
    await browser.close()
  }
  const headings = ['page', ...kinds, 'headers', 'all', 'requests', 'scrolled', 'Save-Data']
  const nextHeadings = ['from', 'to', 'HTML with headers', 'all', 'requests', 'goal in kB']
  return [
    table([...headings, 'first 14 kB', 'goals in kB'], rows),
    table(nextHeadings, nextRows),
  ].join('\n\n')
}

/** Requests a page until it is compressed at best quality, as for most visitors. */
async function askOften(url: string) {
  for (const saving of [undefined, { 'save-data': 'on' }]) {
    const headers = { 'accept-encoding': 'br', ...saving }
    const length = async () =>
      Number((await fetch(url, { headers, method: 'HEAD' })).headers.get('content-length'))
    const quick = await length()
    for (let asked = 0; asked < 40 && (await length()) >= quick; asked += 1) await wait(250)
  }
}

type Weight = Awaited<ReturnType<typeof download>>

async function download(
  browser: Browser,
  baseURL: string,
  open: (page: Page) => Promise<unknown>,
  extraHTTPHeaders = {},
) {
  const page = await browser.newPage({ baseURL, viewport, extraHTTPHeaders })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await open(page)
  await untilQuiet(responses)
  const weight = await weigh(responses)
  await scrollToEnd(page)
  await untilQuiet(responses)
  const { all: scrolled } = await weigh(responses)
  await page.close()
  return { ...weight, scrolled }
}

/** What comes over the wire for a page, with headers, once another one has come whole: what is cached costs nothing. */
async function downloadNext(browser: Browser, baseURL: string, from: string, to: string) {
  const page = await browser.newPage({ baseURL, viewport })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(from)
  await untilQuiet(responses)
  const client = await page.context().newCDPSession(page)
  const documents = new Set<string>()
  const bytes = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Document') documents.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength > 0) bytes.set(requestId, encodedDataLength)
  })
  await client.send('Network.enable')
  await page.goto(to)
  await untilQuiet(responses)
  await page.close()
  const html = [...documents].reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0)
  const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  return { html, all, requests: bytes.size }
}

/** In steps, as a reader does: what is passed too fast isn't loaded. */
async function scrollToEnd(page: Page) {
  for (let isAtEnd = false; !isAtEnd; ) {
    isAtEnd = await page.evaluate(() => {
      scrollBy({ top: 400, behavior: 'instant' })
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    })
    await wait(100)
  }
}

/** Until nothing has come for two seconds: the dashboard always waits for what colleagues change. */
async function untilQuiet(responses: readonly Response[]) {
  for (let before = -1; before !== responses.length; await wait(2000)) before = responses.length
}

async function weigh(responses: readonly Response[]) {
  const bytes: Record<Kind, number> = {
    document: 0,
    script: 0,
    stylesheet: 0,
    font: 0,
    image: 0,
    other: 0,
  }
  let headers = 0
  let htmlHeaders = 0
  for (const response of responses) {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes()
    // A page that hydrates fetches its scripts before it imports them.
    const type = response.url().endsWith('.js') ? 'script' : response.request().resourceType()
    bytes[kinds.find((kind) => kind === type) ?? 'other'] += responseBodySize
    headers += responseHeadersSize
    if (type === 'document') htmlHeaders += responseHeadersSize
  }
  const all = Object.values(bytes).reduce((sum, one) => sum + one, headers)
  return { bytes, headers, htmlHeaders, all, requests: responses.length }
}

function rowOf(budget: Budget, measured: Weight & { page: string; saving: number }) {
  const { page, bytes, headers, htmlHeaders, all, requests, scrolled, saving } = measured
  const share = Math.min(1, (firstBytes - htmlHeaders) / bytes.document)
  const limits: [name: string, value: number, limit: number | undefined][] = [
    ['all', all, budget.all],
    ['scrolled', scrolled, budget.scrolled],
    ['Save-Data', saving, budget.saving],
    ['scripts', bytes.script, budget.scripts],
    ['fonts', bytes.font, fontsMax],
  ]
  const goals = limits.flatMap(([name, value, limit]) =>
    limit === undefined ? [] : [`${name} ${atMost(value / 1000, limit / 1000)}`],
  )
  return [
    page,
    ...kinds.map((kind) => kB(bytes[kind])),
    kB(headers),
    kB(all),
    String(requests),
    kB(scrolled),
    kB(saving),
    share === 1 ? 'all HTML' : `${Math.floor(share * 100)}% of it`,
    goals.join(', '),
  ]
}
