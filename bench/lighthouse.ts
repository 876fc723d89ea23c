import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { getChromium } from '../scripts/chromium.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import type { Server } from './servers.ts'
import { atLeast, atMost, shown, table } from './table.ts'

const runsOfPage = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** The least performance of each; of the other categories it is 100. */
const pages = {
  home: { path: '/', performance: 100 },
  article: { path: '/insights/why-kigali-an-honest-answer', performance: 100 },
  wizard: { path: '/cohort-application', performance: 98 },
  contact: { path: '/contact', performance: 100 },
}
const paintSecondsMax = 1.2
const blockingMsMax = 20

/**
 * Measures Lighthouse's scores on a simulated phone, by the run of five whose performance is the median, and says what
 * costs a missed one; and when the largest part is painted, and how long the page's scripts block. Performance wants an
 * idle machine.
 */
export async function measureLighthouse(product: Server): Promise<string> {
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-background-networking'],
  })
  const rows: string[][] = []
  const notes: string[] = []
  try {
    for (const [name, { path, performance }] of Object.entries(pages)) {
      const result = await medianOf(product.url + path, port)
      const cells = categories.map((category) => {
        const score = scoreOf(result, category)
        const least = category === 'performance' ? performance : 100
        if (score < least) {
          process.exitCode = 1
          notes.push(`${name}, ${category}: ${shortcomings(result, category).join('; ')}`)
        }
        return `${score} ${atLeast(score, least)}`
      })
      const paintSeconds = numberOf(result, 'largest-contentful-paint') / 1000
      const blockingMs = numberOf(result, 'total-blocking-time')
      rows.push([
        name,
        ...cells,
        shown(paintSeconds),
        atMost(paintSeconds, paintSecondsMax),
        shown(blockingMs),
        atMost(blockingMs, blockingMsMax),
      ])
    }
  } finally {
    await browser.close()
  }
  const headings = ['page', ...categories, 'largest paint s', 'goal', 'blocking ms', 'goal']
  return [table(headings, rows), ...notes].join('\n\n')
}

async function medianOf(url: string, port: number) {
  // Warms up the cache, as earlier visitors would.
  for (let visit = 0; visit < 12; visit += 1) {
    await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).text()
  }
  const results: Result[] = []
  for (let count = 0; count < runsOfPage; count += 1) {
    const run = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' })
    if (run) results.push(run.lhr)
  }
  results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const median = results[Math.floor(results.length / 2)]
  if (!median) throw new Error(`${url} was not measured`)
  return median
}

function scoreOf(result: Result, category: string) {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function numberOf(result: Result, id: string) {
  return result.audits[id]?.numericValue ?? Number.NaN
}

/** The failed audits that count, with their findings. */
function shortcomings(result: Result, category: string) {
  return (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
    const items = audit.details && 'items' in audit.details ? audit.details.items : []
    return [`${audit.title} ${JSON.stringify(items).slice(0, 400)}`]
  })
}
