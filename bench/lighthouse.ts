import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { getChromium } from '../scripts/chromium.mjs'
import { findFreePort } from './servers.ts'
import { createSite } from './site.ts'
import { table } from './table.ts'

// npm run lighthouse: Lighthouse's scores on a simulated phone, beside their targets, by the run of five whose
// performance is the median. Run it on an idle machine.
const runsOfPage = 5
const pages = {
  home: '/',
  article: '/insights/why-kigali-an-honest-answer',
  wizard: '/cohort-application',
  contact: '/contact',
}
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const categories = Object.keys(least) as (keyof typeof least)[]
const metrics = ['largest-contentful-paint', 'total-blocking-time']

await using site = await createSite('sqlite')
await using product = await site.start()
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: await getChromium(),
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-background-networking'],
})
const rows: string[][] = []
const notes: string[] = []
try {
  for (const [name, path] of Object.entries(pages)) {
    // Warms up the cache, as earlier visitors would.
    for (let visit = 0; visit < 12; visit += 1) {
      await (await fetch(product.url + path, { headers: { 'accept-encoding': 'br' } })).text()
    }
    const results: Result[] = []
    for (let count = 0; count < runsOfPage; count += 1) {
      const run = await lighthouse(product.url + path, {
        port,
        onlyCategories: [...categories],
        logLevel: 'error',
      })
      if (run) results.push(run.lhr)
    }
    results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
    const median = results[Math.floor(results.length / 2)]
    if (!median) throw new Error(`${path} was not measured`)
    const scores = categories.map((category) => scoreOf(median, category))
    rows.push([name, ...scores.map(String), ...metrics.map((id) => shownOf(median, id))])
    categories.forEach((category, index) => {
      if ((scores[index] ?? 0) >= least[category]) return
      process.exitCode = 1
      notes.push(`${name}, ${category}: ${shortcomings(median, category).join('; ')}`)
    })
  }
} finally {
  await browser.close()
}
rows.push(['at least', ...categories.map((category) => String(least[category]))])
console.log(table(['page', ...categories, ...metrics], rows))
if (notes.length > 0) console.log(`\n${notes.join('\n')}`)

function scoreOf(result: Result, category: string) {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function shownOf(result: Result, id: string) {
  return result.audits[id]?.displayValue ?? ''
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
