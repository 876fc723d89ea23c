import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
})
afterEach(() => app[Symbol.asyncDispose]())

const article = {
  title: 'Work & <learning> in "Kigali"',
  category: 'talent',
  author: 'Diane Keza',
  description: 'What a cohort & its mentors do.',
  content: '<p>Much.</p>',
}

async function publish(changes: object = {}) {
  const token = await app.signIn('EDITOR')
  const json = { ...article, is_published: true, ...changes }
  const { body } = await app.json('/api/dashboard/news/', { method: 'POST', token, json })
  return body.slug as string
}

test('robots are shown the site map and kept from what is for staff', async () => {
  const { body } = await app.json('/robots.txt')
  expect(body).toContain('Sitemap: https://huza.example/sitemap.xml')
  for (const path of ['/dashboard', '/login', '/api/']) expect(body).toContain(`Disallow: ${path}`)
})

test.each(['/sitemap.xml', '/rss.xml', '/atom.xml'])(
  '%s has published articles by their address, and no other ones',
  async (path) => {
    const slug = await publish()
    const hidden = await publish({ title: 'A draft', is_published: false })
    const { body, status } = await app.json(path)
    expect(status).toBe(200)
    expect(body).toContain(`https://huza.example/insights/${slug}`)
    expect(body).not.toContain(hidden)
    expect(body).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
  },
)

test('a feed escapes what titles hold', async () => {
  await publish()
  for (const path of ['/rss.xml', '/atom.xml']) {
    const { body } = await app.json(path)
    expect(body).toContain('Work &amp; &lt;learning&gt; in &quot;Kigali&quot;')
  }
})
