import type { Locator, Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { openWithoutScripts, scriptsOf } from './support/kept-back.ts'
import { expect, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

type Needing = {
  what: string
  path: string
  name: string
  before?: (page: Page) => Promise<void>
  done: (page: Page) => Locator
}

const needing: Needing[] = [
  {
    what: 'a message',
    path: '/contact',
    name: 'Send Message',
    before: async (page) => {
      await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: '' }))
      const main = page.getByRole('main')
      await main.getByLabel('Full name').fill('Katharina Vogel')
      await main.getByLabel('Email').fill('katharina@example.com')
      await main.getByLabel('Phone').fill('+49 30 1234567')
      await main.getByLabel('Subject').fill('Two developers')
      await main.getByRole('textbox', { name: 'Message' }).fill('We are looking for two of them.')
    },
    // It is emptied once the message is stored.
    done: (page) => page.locator('textarea:invalid'),
  },
  {
    what: 'a comment',
    path: article,
    name: 'Post Comment',
    before: (page) => typeComment(newComment(page), { message: uniqueText('Needed.') }),
    done: (page) => page.getByText('Comment posted successfully!'),
  },
]

for (const { what, path, name, before, done } of needing) {
  test(`all scripts that ${what} needs are asked for before any has come`, async ({ page }) => {
    const release = await openWithoutScripts(page, path)
    const scripts = scriptsOf(page)
    const button = page.getByRole('button', { name, exact: true })
    await before?.(page)
    await button.click()
    const named = await page.evaluate(() => {
      const template = document.querySelector<HTMLTemplateElement>('template[data-scripts]')
      const links = [...(template?.content.querySelectorAll('link') ?? [])]
      return links.map((link) => location.origin + link.getAttribute('href'))
    })
    await expect.poll(() => named.filter((file) => !scripts.includes(file))).toEqual([])
    // No other script ever comes.
    const asked = new Set(scripts)
    await page.route('**/assets/*.js', async (route, request) => {
      if (asked.has(request.url())) await route.fallback()
    })
    release()
    await expect(done(page)).toBeVisible()
  })
}

test('the style sheet is asked for before fonts, pictures and scripts', async ({ request }) => {
  for (const path of ['/', article, '/cohort-application', '/login', '/made-up']) {
    const html = await (await request.get(path)).text()
    const asked = html.match(/<link rel="(?:stylesheet|\w*preload)"|<(?:img|script) [^>]*src=/)
    expect(asked?.[0], path).toBe('<link rel="stylesheet"')
    expect(html, path).toContain('as="font"')
  }
})
