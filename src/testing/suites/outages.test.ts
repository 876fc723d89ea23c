import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { applicationForm, apply, createCohortAndStack } from '#testing/applying.ts'
import { onPostgres, onSqlite } from '#testing/engines.ts'
import { startTestPages } from '#testing/pages.ts'
import { startS3 } from '#testing/s3.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'

const message = {
  full_name: 'Ange Keza',
  email: 'ange@example.rw',
  phone: '+250788123456',
  subject: 'Fees',
  message: 'What does a cohort of three months cost?',
}

type Target = Parameters<typeof applicationForm>[0]

async function startApp(environment: Record<string, string> = {}) {
  const app = await startTestApp({ FORM_SECONDS_MIN: '0', LOG_LEVEL: 'silent', ...environment })
  onTestFinished(() => app[Symbol.asyncDispose]())
  return app
}

const urlOf = ({ cohort, tech_stack }: Target) =>
  `/cohort-application?cohort=${cohort}&tech_stack=${tech_stack}`
/** The form of an application, posted without JavaScript. */
const postedForm = (target: Target) => ({ method: 'POST', body: applicationForm(target) })

test('an application is refused while the storage is gone, and taken when it is sent again', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  const proxy = await startTcpProxy(s3.url)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const app = await startApp({ STORAGE_URL: proxy.through(s3.url) })
  const target = await createCohortAndStack(app)
  const key = 'b7e23ec2-9af2-4c1c-8b8e-2f1d8a9c0d11'
  proxy.set('cut')
  const refused = await apply(app, applicationForm(target), key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect(refused.body).toEqual({ detail: expect.stringContaining('try again in a minute') })
  const { request } = await startTestPages(app.services)
  const page = await request(urlOf(target), postedForm(target))
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await page.text()).toContain('I want to learn.</textarea>')
  proxy.set('pass')
  expect((await apply(app, applicationForm(target), key)).status).toBe(201)
})

onPostgres(
  'without the database, pages and calls say so, forms keep what was typed, and all of it recovers',
  async () => {
    const app = await startApp()
    const proxy = await startTcpProxy(app.services.config.databaseUrl ?? '')
    onTestFinished(() => proxy[Symbol.asyncDispose]())
    const token = await app.signIn('RECRUITER')
    const cut = await startApp({
      DATABASE_URL: proxy.through(app.services.config.databaseUrl ?? ''),
    })
    const { request } = await startTestPages(cut.services)
    const contact = () =>
      request('/contact', { method: 'POST', body: new URLSearchParams(message) })
    const target = await createCohortAndStack(app)
    const applied = () => request(urlOf(target), postedForm(target))
    const listed = () => cut.json('/api/website/application/', { token })
    proxy.set('cut')
    const form = await contact()
    expect([form.status, form.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await form.text()).toContain(message.message)
    const application = await applied()
    expect([application.status, application.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await application.text()).toContain('I want to learn.</textarea>')
    const page = await request('/insights/an-article')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30'])
    expect(page.headers.get('content-type')).toContain('text/html')
    const list = await listed()
    expect([list.status, list.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await cut.json('/healthz')).status).toBe(200)
    expect((await cut.json('/readyz')).status).toBe(503)
    proxy.set('pass')
    await expect.poll(async () => (await contact()).status).toBe(303)
    expect((await applied()).status).toBe(303)
    expect((await listed()).status).toBe(200)
  },
)

onSqlite('a disk that is full refuses what it can no longer store, and says so', async () => {
  const app = await startApp()
  const { database } = app.services
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database)
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(database)
  const send = (times: number) =>
    app.json('/api/website/contact-us/', {
      method: 'POST',
      json: { ...message, message: `${message.message} ${'Please. '.repeat(500)}${times}` },
      clientIp: `192.0.2.${times}`,
    })
  // The last page has some room left.
  let refused = await send(1)
  for (let times = 2; refused.status === 201 && times < 50; times += 1) refused = await send(times)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([507, '600'])
  expect(refused.body.detail).toContain('no room')
  expect((await app.json('/api/website/cohorts/')).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(database)
  expect((await send(100)).status).toBe(201)
})
