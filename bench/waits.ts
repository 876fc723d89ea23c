import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { createUser } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createArticle } from '#seed/factories/news.ts'
import { openDashboard } from '../e2e/support/dashboard.ts'
import { getChromium } from '../scripts/chromium.mjs'
import { median } from './measure.ts'
import { expect, openPage } from './person.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'

const rounds = 15
const latencyMs = 300
/** Far less than anybody needs for a resume. */
const readingMs = 1_500

/** Measures how long staff wait for what happens without them, or is fetched ahead. */
export async function measureWaits(site: Site): Promise<string> {
  const { services } = site
  const { email, password } = await createUser(services, { role: 'ADMIN' })
  const cohort = await createCohort(services, { name: 'Waited for', limit: rounds + 1 })
  for (let at = 0; at <= rounds; at += 1) {
    const person = { first_name: `Number${at}`, created_at: new Date(at).toISOString() }
    await createApplication(services, { cohort, tech_stack: 'react-js' }, person)
  }
  const articles: number[] = []
  for (let at = 0; at < rounds; at += 1) {
    const draft = { title: `Waited ${at}`, published_at: null }
    articles.push(await createArticle(services, draft))
  }
  const headers = { ...(await site.signIn('ADMIN')), 'content-type': 'application/json' }
  // A reader may reach another process than the writer.
  await using product = await site.start({ WORKERS: '2' })
  const send = async (method: string, path: string, body: object) => {
    const init = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${product.url}/api${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const browser = await chromium.launch({ executablePath: await getChromium() })
  try {
    const page = await openPage(browser, product.url)
    await openDashboard(page, '/dashboard/tech-stacks', { email, password })
    await page.waitForRequest(/\/admin\/changes\/\?known=/)
    const changes: number[] = []
    for (let at = 0; at < rounds; at += 1) {
      const name = `Waited ${at}`
      await send('POST', '/admin/techstacks/', { name })
      changes.push(
        await secondsOf(() => expect(page.getByText(name, { exact: true })).toBeVisible()),
      )
    }
    const published: number[] = []
    for (const [at, id] of articles.entries()) {
      const url = `${product.url}/insights/waited-${at}`
      if ((await fetch(url)).status !== 404) throw new Error(`${url} is there already`)
      await send('PATCH', `/dashboard/news/${id}/publish/`, {})
      published.push(await secondsOf(() => untilFound(url)))
    }
    const next = await nextApplicants(page, cohort)
    const rows = Object.entries({
      "a colleague's change is on the screen": { seconds: changes, most: 2 },
      'a published article is on the site': { seconds: published, most: 1 },
      [`the next applicant and resume, at ${latencyMs} ms latency`]: { seconds: next, most: 0.1 },
    }).map(([name, { seconds, most }]) => {
      const longest = Math.max(...seconds)
      return [name, shown(median(seconds)), shown(longest), atMost(longest, most)]
    })
    return [
      `${site.engine}: waits of staff, ${rounds} each`,
      table(['seconds', 'median', 'longest', 'goal'], rows),
    ].join('\n\n')
  } finally {
    await browser.close()
  }
}

async function secondsOf(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

async function untilFound(url: string) {
  while ((await fetch(url)).status !== 200) await wait(10)
}

/** Goes from applicant to applicant of a cohort, each when the ones after it are there. */
async function nextApplicants(page: Page, cohort: number) {
  const path = `/dashboard/applications?cohort_id=${cohort}&ordering=created_at`
  await page.goto(path)
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const resume = page.getByTitle(/^Resume: /)
  await expect(resume).toHaveAttribute('src', /^blob:/)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const seconds: number[] = []
  for (let at = 1; at <= rounds; at += 1) {
    await wait(readingMs)
    seconds.push(
      await secondsOf(async () => {
        await page.keyboard.press('n')
        await expect(heading).toContainText(`Number${at} `)
        await expect(resume).toHaveAttribute('src', /^blob:/)
      }),
    )
  }
  return seconds
}
