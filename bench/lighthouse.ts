import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { getChromium } from '../scripts/chromium.mjs'
import { findFreePort } from './servers.ts'
import { createSite } from './site.ts'
import { table } from './table.ts'

// npm run lighthouse: Lighthouse's scores on a simulated phone, beside their targets. Run it on an idle machine.
const pages = {
  home: '/',
  article: '/insights/why-kigali-an-honest-answer',
  wizard: '/cohort-application',
  contact: '/contact',
}
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const categories = Object.keys(least) as (keyof typeof least)[]

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
    const run = await lighthouse(product.url + path, {
      port,
      onlyCategories: [...categories],
      logLevel: 'error',
    })
    if (!run) throw new Error(`${path} was not measured`)
    const scores = categories.map((category) => scoreOf(run.lhr, category))
    rows.push([name, ...scores.map(String)])
    categories.forEach((category, index) => {
      if ((scores[index] ?? 0) >= least[category]) return
      process.exitCode = 1
      notes.push(`${name}, ${category}: ${shortcomings(run.lhr, category).join('; ')}`)
    })
  }
} finally {
  await browser.close()
}
rows.push(['at least', ...categories.map((category) => String(least[category]))])
console.log(table(['page', ...categories], rows))
if (notes.length > 0) console.log(`\n${notes.join('\n')}`)

function scoreOf(result: Result, category: string) {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
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
