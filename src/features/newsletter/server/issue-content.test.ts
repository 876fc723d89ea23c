import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const path = '/api/admin/newsletter-issues/'
const post = (json: object) => app.json(path, { method: 'POST', token, json })
const create = async (content = '<p>News.</p>') =>
  (await post({ subject: 'Spring in Kigali', content, article_ids: [] })).body
const previewOf = async (id: number) => (await app.json(`${path}${id}/preview/`, { token })).body
const getIssue = async (id: number) => (await app.json(`${path}${id}/`, { token })).body
const change = (id: number, json: object) =>
  app.json(`${path}${id}/`, { method: 'PATCH', token, json })

test('a formatted text is kept as safe HTML, and is an email with its links and without pictures', async () => {
  const content =
    '<h2 onclick="alert(1)">Spring</h2><p>Read <a href="/insights/why">why</a>, or <a href="javascript:alert(1)">not</a>.</p>' +
    '<p><img src="/images/a.avif" alt="A hill"></p><script>alert(1)</script><ul><li>One &amp; all</li></ul>'
  const { id } = await create(content)
  const kept =
    '<h2>Spring</h2><p>Read <a href="/insights/why">why</a>, or <a>not</a>.</p><p></p><ul><li>One &amp; all</li></ul>'
  expect((await getIssue(id)).content).toBe(kept)
  const { html, text, bytes, problems } = await previewOf(id)
  expect([/<script|onclick|<img/.test(html), problems]).toEqual([false, []])
  const siteUrl = /href="(\S+)\/insights\/why"/.exec(html)?.[1]
  expect(siteUrl).toMatch(/^http/)
  expect(text).toContain(
    `Spring\n======\n\nRead why (${siteUrl}/insights/why), or not.\n\n- One & all\n\n`,
  )
  expect(bytes).toBeLessThan(40 * 1024)
})

test('an issue that would make too large an email is refused at the text, and says how large', async () => {
  const long = `<p>${'Umwaka mushya. '.repeat(2_000)}</p>`
  const { status, body } = await post({ subject: 'Long', content: long, article_ids: [] })
  expect(status).toBe(400)
  expect(body.content).toEqual([
    expect.stringMatching(/^The email would have \d\d kB, of at most 40\. Please shorten/),
  ])
  const { id } = await create()
  expect((await change(id, { content: long })).status).toBe(400)
  const amharic = `<p>${'ሰላም ለኪጋሊ '.repeat(600)}</p>`
  expect((await change(id, { content: amharic })).status).toBe(400)
  expect((await getIssue(id)).content).toBe('<p>News.</p>')
  expect((await change(id, { subject: 'Short' })).status).toBe(200)
})

test('a plain text of before is shown in paragraphs, and so is what the version before writes', async () => {
  const { id } = await create('<p>Of <em>today</em></p>')
  const { database } = app.services
  const write = (fields: object) =>
    database.updateTable('newsletter_issues').set(fields).where('id', '=', id).execute()
  expect(await database.selectFrom('newsletter_issues').select('text').execute()).toEqual([
    { text: 'Of today' },
  ])
  await write({ text: "Muraho <you>,\n\nit's\nsecond" })
  const paragraphs = '<p>Muraho &lt;you&gt;,</p><p>it&#39;s<br />second</p>'
  expect((await getIssue(id)).content).toBe(paragraphs)
  expect((await previewOf(id)).text).toContain("Muraho <you>,\n\nit's\nsecond\n\n")
  await write({ content: '', content_of: '' })
  expect((await getIssue(id)).content).toBe(paragraphs)
})

test('a page of the version before, which sends a plain text, is refused instead of losing it', async () => {
  const { id } = await create()
  const { status, body } = await change(id, { text: 'Typed before the update' })
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('There is no such field'),
  ])
})

test('wrong fields are named all at once', async () => {
  const article_ids = [1, 1]
  const { status, body } = await post({
    subject: ' ',
    content: 'x'.repeat(40_001),
    article_ids,
  })
  expect([status, body]).toEqual([
    400,
    {
      subject: ['Please enter a subject'],
      content: ['At most 40000 characters'],
      article_ids: ['Please choose each article once'],
    },
  ])
})
