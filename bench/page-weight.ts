import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Response } from '@playwright/test'
import { getChromium } from '../scripts/chromium.mjs'
import type { Server } from './servers.ts'
import { kB, table } from './table.ts'

type Budget = { all?: number; scripts?: number }

/** The limits of a page's compressed bytes: in total, and of its JavaScript. */
const pages: Record<string, Budget> = {
  '/': { all: 60_000, scripts: 4_000 },
  '/insights/why-kigali-an-honest-answer': { all: 48_000, scripts: 4_000 },
  '/cohort-application': {},
  '/contact': { all: 46_000, scripts: 4_000 },
  '/insights': {},
  '/events': {},
  '/login': {},
  '/dashboard': { scripts: 170_000 },
}
const fontsMax = 40_000
/** The initial congestion window of TCP: ten packets. */
const firstBytes = 14_000
const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'other'] as const
type Kind = (typeof kinds)[number]

/** Measures a first visit on a phone: the bytes downloaded until the network is idle, without scrolling. */
export async function measurePageWeights(product: Server): Promise<string> {
  await askOften(product)
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const rows: string[][] = []
  try {
    for (const [page, budget] of Object.entries(pages)) {
      rows.push(rowOf(page, budget, await download(browser, product.url + page)))
    }
  } finally {
    await browser.close()
  }
  const headings = ['page', 'HTML', 'JS', 'CSS', 'fonts', 'images', 'other', 'all', 'requests']
  return table([...headings, 'first 14 kB', 'budget'], rows)
}

/** Requests a page often enough that it is compressed at best quality, as for most visitors. */
async function askOften(product: Server) {
  for (const page of Object.keys(pages)) {
    for (let visit = 0; visit < 12; visit += 1) {
      const headers = { 'accept-encoding': 'br' }
      await (await fetch(product.url + page, { headers })).arrayBuffer()
    }
  }
  await wait(Object.keys(pages).length * 800)
}

async function download(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes: Record<Kind, number> = {
    ...{ document: 0, script: 0, stylesheet: 0, font: 0, image: 0, other: 0 },
  }
  let htmlHeaders = 0
  for (const response of responses) {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes()
    // A page that wakes fetches its scripts before it imports them.
    const type = response.url().endsWith('.js') ? 'script' : response.request().resourceType()
    bytes[kinds.find((kind) => kind === type) ?? 'other'] += responseBodySize
    if (type === 'document') htmlHeaders += responseHeadersSize
  }
  await page.close()
  return { bytes, htmlHeaders, requests: responses.length }
}

function rowOf(
  page: string,
  budget: Budget,
  { bytes, htmlHeaders, requests }: Awaited<ReturnType<typeof download>>,
) {
  const all = Object.values(bytes).reduce((sum, one) => sum + one, 0)
  const isWithin =
    bytes.font <= fontsMax &&
    all <= (budget.all ?? Number.POSITIVE_INFINITY) &&
    bytes.script <= (budget.scripts ?? Number.POSITIVE_INFINITY)
  const limits = [
    budget.all ? kB(budget.all) : '',
    budget.scripts ? `JS ${kB(budget.scripts)}` : '',
  ].filter(Boolean)
  const share = Math.min(1, (firstBytes - htmlHeaders) / bytes.document)
  return [
    page,
    ...kinds.map((kind) => kB(bytes[kind])),
    kB(all),
    String(requests),
    share === 1 ? 'all HTML' : `${Math.floor(share * 100)}% of it`,
    `${limits.join(', ')}${limits.length > 0 ? ': ' : ''}${isWithin ? 'kept' : 'OVER'}`,
  ]
}
