import { serverFixture, startServer, type TestServer } from './server.ts'
import { signInAsAdmin } from './staff.ts'
import { test as base, expect } from './test.ts'

// One address posts 20 comments in ten minutes: here they come from many, as a proxy tells.
export const test = base.extend<object, { site: TestServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const site = await startServer({ TRUST_PROXY: '127.0.0.1' })
      await use(site)
      await site.stop()
    },
    serverFixture,
  ],
})

type Words = { name: string; message: string; email?: string }

/** Posts comments on an article of their own, one after another. @returns their ids, and calls of the staff */
export async function postComments(siteUrl: string, title: string, comments: readonly Words[]) {
  const staff = await signInAsAdmin(siteUrl)
  const { id: news_id, slug } = await staff.call('POST', '/dashboard/news/', {
    title,
    description: 'For the tests.',
    content: '<p>Words.</p>',
    author: 'Grace',
    category: 'business',
    is_published: true,
  })
  const ids: number[] = []
  for (const [index, { name, message, email }] of comments.entries()) {
    const { form_token } = await staff.call('GET', '/website/form-token/')
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${index % 250}`,
    }
    const body = {
      name,
      message,
      email: email ?? `${name.replaceAll(' ', '.')}@example.rw`,
      news_id,
      form_token,
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${siteUrl}/api/website/comments/`, init)
    expect(response.status, await response.clone().text()).toBe(201)
    ids.push(((await response.json()) as { id: number }).id)
  }
  return { staff, ids, news_id: news_id as number, path: `/insights/${slug}` }
}

export const numbered = (count: number, word: string): Words[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${word} ${index + 1}`,
    message: `What ${word} number ${index + 1} has to say.`,
  }))
