import { setTimeout as wait } from 'node:timers/promises'
import { articles, generateArticles, pages, sitemapPart } from './articles.ts'
import { loadServer } from './load.ts'
import { childrenOf, cpuMs, mainThreadMs, median, memoryMB } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atLeast, atMost, shown, table } from './table.ts'
import { timedColumns, timeReads } from './timed-reads.ts'
import { watchedTurns } from './turns.ts'

const visitsAnHour = 1_000_000
/** Visits begin so many at once, since timers are not exact to the millisecond. */
const atOnce = 5
const answerMsMax = 200
const memoryMBMax = 250
const headers = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile' }
const kept = ['/', '/services', '/insights', '/cohort-application']

const rounds = 3
const roundS = 4
const timesWanted = 1.7

/**
 * Measures what is not kept of a site with many articles while a million visits an hour arrive, and how many more of
 * such pages two processes serve than one.
 */
export async function measureCrowd(site: Site): Promise<string> {
  await generateArticles(site)
  let asked = 0
  const nextArticle = () => {
    asked += 1
    return `/insights/bench-${1 + (asked % articles)}`
  }
  return [await readInCrowd(site, nextArticle), await compareWorkers(site, nextArticle)].join(
    '\n\n',
  )
}

async function readInCrowd(site: Site, nextArticle: () => string) {
  await using product = await site.start(watchedTurns)
  using crowd = startCrowd(product)
  await wait(5_000)
  const [cpuBefore, startedAt] = [cpuMs(product.pid), performance.now()]
  const rows: string[][] = []
  for (const [name, pathOf] of [
    ['an article', nextArticle],
    ['a page of the list', (n: number) => `/insights?page=${2 + n}`],
    ['the end of the list', (n: number) => `/insights?page=${pages - n}`],
    ['a category', (n: number) => `/insights?category=business&page=${2 + n}`],
    ['the list as JSON', (n: number) => `/api/website/news/?page=${2 + n}`],
    ['a part of the sitemap', sitemapPart],
    ['another article', nextArticle],
  ] as const) {
    rows.push([name, ...(await timeReads(product, pathOf, headers, answerMsMax))])
  }
  await wait(10_000)
  const share = (cpuMs(product.pid) - cpuBefore) / (performance.now() - startedAt)
  const visits = await crowd.stop()
  const { peak } = memoryMB(product.pid)
  return [
    table([`${site.engine}: read among ${visitsAnHour} visits an hour`, ...timedColumns], rows),
    `${visits} visits, each a page and what it reports; ${shown(share * 100)} % of a processor; memory at most ${shown(peak)} MB, ${atMost(peak, memoryMBMax)}`,
  ].join('\n\n')
}

/** Visitors who read a kept page, of which the tracker reports two events. */
function startCrowd(product: Server) {
  let begun = 0
  const open = new Set<Promise<void>>()
  const problems: unknown[] = []
  const visit = async (number: number) => {
    const path = kept[number % kept.length] as string
    const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const page = await fetch(product.url + path, { headers: { ...headers, 'x-forwarded-for': ip } })
    await page.arrayBuffer()
    const report = await fetch(`${product.url}/api/website/visits/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({
        path,
        events: [{ name: 'page_view' }, { name: 'scroll_depth', value: 50 }],
      }),
    })
    if (page.status !== 200 || report.status !== 204) {
      throw new Error(`${path}: status ${page.status}, and ${report.status} for its report`)
    }
  }
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 3_600_000) * visitsAnHour
    while (begun + atOnce <= due) {
      for (let more = 0; more < atOnce; more += 1) {
        begun += 1
        const one = visit(begun)
          .catch((error: unknown) => void problems.push(error))
          .finally(() => open.delete(one))
        open.add(one)
      }
    }
  }, 10)
  return {
    /** @returns how many have come */
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      if (problems.length > 0) throw problems[0]
      return begun
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

/**
 * Has pages that are not kept read from one process and from two. Its thread bounds what one answers, and both
 * processors bound two: their times tell what two would answer with nothing else on the machine, this client included.
 */
async function compareWorkers(site: Site, nextArticle: () => string) {
  const one = await readFrom(site, '1', nextArticle)
  const two = await readFrom(site, '2', nextArticle)
  const rowOf = (name: string, { requestsPerS, thread, all }: typeof one) => [
    name,
    shown(requestsPerS),
    shown(thread),
    shown(all),
  ]
  const [rates, times] = [two.requestsPerS / one.requestsPerS, (2 * one.thread) / two.all]
  return [
    table(
      [`${site.engine}: pages that are not kept`, 'a second', 'thread ms', 'CPU ms'],
      [rowOf('one process', one), rowOf('two', two)],
    ),
    `Two answer ${shown(times)} times as many by the time of the processors, ${atLeast(times, timesWanted)}; ${shown(rates)} times as many here, where the client and all else want them, too.`,
  ].join('\n\n')
}

/** @returns requests a second; CPU time of a request on the threads that answer, and of all there are */
async function readFrom(site: Site, workers: string, nextArticle: () => string) {
  await using product = await site.start({ WORKERS: workers })
  const serving = workers === '1' ? [product.pid] : childrenOf(product.pid)
  const sumOf = (cpu: (pid: number) => number, pids: readonly number[]) =>
    pids.reduce((sum, pid) => sum + cpu(pid), 0)
  const measured: { requestsPerS: number; thread: number; all: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = [
      sumOf(mainThreadMs, serving),
      sumOf(cpuMs, [...new Set([product.pid, ...serving])]),
    ]
    const { requestsPerS, count } = await loadServer(product, {
      headers,
      connections: 10,
      duration: roundS,
      requests: [{ setupRequest: (request) => ({ ...request, path: nextArticle() }) }],
    })
    const after = [
      sumOf(mainThreadMs, serving),
      sumOf(cpuMs, [...new Set([product.pid, ...serving])]),
    ]
    const [thread = 0, all = 0] = after.map((ms, index) => (ms - (before[index] ?? 0)) / count)
    if (round > 0) measured.push({ requestsPerS, thread, all })
  }
  const medianOf = (name: 'requestsPerS' | 'thread' | 'all') =>
    median(measured.map((round) => round[name]))
  return {
    requestsPerS: medianOf('requestsPerS'),
    thread: medianOf('thread'),
    all: medianOf('all'),
  }
}
