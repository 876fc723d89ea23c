import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '../src/testing/mail-server.ts'
import { post } from './support/calls.ts'
import { notificationOf, rowOf, rowsOf, signIn } from './support/dashboard.ts'
import { startServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts'

let mail: MailServer
test.beforeEach(async () => {
  mail = await startMailServer()
})
test.afterEach(() => mail.stop())

const subscribe = (siteUrl: string, email: string) =>
  post(`${siteUrl}/api/website/subscribe/`, { email })

test('an admin retries at once all emails that were given up', async ({ page }) => {
  test.slow()
  const own = await startServer({ SMTP_URL: mail.url })
  try {
    await subscribe(own.url, 'refused@example.rw')
    const { call } = await signInAsAdmin(own.url)
    const failed = () => call('GET', '/admin/outbox/?status=FAILED')
    await expect.poll(async () => (await failed()).total_items).toBe(1)
    await page.goto(`${own.url}/dashboard/outbox`)
    await signIn(page)
    await expect(rowOf(page, 'refused@example.rw')).toContainText('Given up')
    await expectAccessibleAtBothWidths(page)
    delete mail.behaviour.refusals.refused
    const retry = page.getByRole('button', { name: 'Try all given up again' })
    await retry.focus()
    await page.keyboard.press('Enter')
    await expect(notificationOf(page, '1 email will be tried again now.')).toBeVisible()
    // It is sent at the next check, which may come before the list is read.
    await expect(rowOf(page, 'refused@example.rw')).toContainText(/Waiting|Sent/)
    await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['refused@example.rw']])
    await retry.click()
    await expect(notificationOf(page, 'No email has been given up.')).toBeVisible()
    await page.goto(`${own.url}/dashboard/outbox?status=SENT`)
    await expect(rowsOf(page)).toHaveCount(1)
  } finally {
    await page.goto('about:blank')
    await own.stop()
  }
})

test('while the mail server is away, administrators read on the overview that emails are late', async ({
  page,
}) => {
  test.slow()
  const own = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
  try {
    await subscribe(own.url, 'aline@example.rw')
    const { call } = await signInAsAdmin(own.url)
    const outbox = async () => JSON.stringify(await call('GET', '/admin/outbox/'))
    await expect.poll(outbox).toContain('ECONNREFUSED')
    await page.goto(`${own.url}/dashboard`)
    await signIn(page)
    const cards = page.getByRole('region', { name: 'What waits for you' })
    const notice = page.getByText(/1 email waits to be sent, the oldest since/)
    await expect(cards).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.clock.setFixedTime(Date.now() + 31 * 60 * 1000)
    await page.reload()
    await expect(notice).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await notice.getByRole('link', { name: 'See why' }).click()
    await expect(rowOf(page, 'aline@example.rw')).toContainText(/Waiting.*ECONNREFUSED/s)
  } finally {
    await page.goto('about:blank')
    await own.stop()
  }
})

test('a server whose mail server is silent stops within seconds, and keeps the visits and the email', async ({
  page,
}) => {
  test.slow()
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-stop-'))
  mail.behaviour.isSilent = true
  try {
    const environment = { DATA_DIR: dataDir, SMTP_URL: mail.url, SEED: 'none' }
    const first = await startServer(environment)
    await subscribe(first.url, 'aline@example.rw')
    await expect.poll(mail.connections).toBe(1)
    const visit = { path: '/services', events: [{ name: 'page_view' }] }
    const userAgent = await page.evaluate(() => navigator.userAgent)
    await fetch(`${first.url}/api/website/visits/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(visit),
    })
    expect(await first.stop(), 'how it ended').toBe('by itself')

    mail.behaviour.isSilent = false
    const second = await startServer(environment)
    try {
      await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['aline@example.rw']])
      const { call } = await signInAsAdmin(second.url)
      expect(JSON.stringify(await call('GET', '/admin/analytics/'))).toContain('/services')
    } finally {
      await second.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a server that nobody is connected to keeps the visits when it stops', async ({ page }) => {
  test.slow()
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-stop-'))
  try {
    const environment = { DATA_DIR: dataDir, SEED: 'none' }
    const first = await startServer(environment)
    const visit = { path: '/services', events: [{ name: 'page_view' }] }
    const userAgent = await page.evaluate(() => navigator.userAgent)
    await expect.poll(() => connectionsTo(first.url)).toBe(0)
    // Without an agent, as those of `fetch`, the connection ends with its answer.
    const request = httpRequest(`${first.url}/api/website/visits/`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    })
    request.end(JSON.stringify(visit))
    const [response] = await once(request, 'response')
    await once(response.resume(), 'close')
    await first.stop()

    const second = await startServer(environment)
    const { call } = await signInAsAdmin(second.url)
    expect(JSON.stringify(await call('GET', '/admin/analytics/'))).toContain('/services')
    await second.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** How many connections to a server are open, as Linux lists them. */
async function connectionsTo(url: string) {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`:${port} [0-9A-F]+:[0-9A-F]{4} 01 `, 'g')
  return (await readFile('/proc/net/tcp', 'utf8')).match(established)?.length ?? 0
}
