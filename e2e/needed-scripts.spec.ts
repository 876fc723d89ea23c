import type { Locator, Page } from '@playwright/test'
import { openWithoutScripts, scriptsOf } from './support/kept-back.ts'
import { expect, test } from './support/test.ts'

type Needing = {
  what: string
  path: string
  name: string
  before?: (page: Page) => Promise<void>
  done: (page: Page) => Locator
}

const needing: Needing[] = [
  {
    ...{ what: 'the form of a testimonial', path: '/', name: 'Share your experience' },
    done: (page) => page.getByRole('dialog').getByLabel('Full name'),
  },
  {
    ...{ what: 'a subscription', path: '/services', name: 'Subscribe' },
    before: (page) => page.getByLabel('Email for the newsletter').fill('needing@example.com'),
    done: (page) => page.getByRole('button', { name: 'Subscribed' }),
  },
  {
    ...{ what: 'sharing', path: '/insights/why-kigali-an-honest-answer', name: 'Share' },
    done: (page) => page.getByRole('dialog'),
  },
]

for (const { what, path, name, before, done } of needing) {
  test(`all scripts that ${what} needs are asked for before any has come`, async ({ page }) => {
    const release = await openWithoutScripts(page, path)
    const scripts = scriptsOf(page)
    const button = page.getByRole('button', { name, exact: true })
    await before?.(page)
    await button.click()
    const named = await button.evaluate((one) => {
      const template = document.querySelector<HTMLTemplateElement>('template[data-scripts]')
      const links = template?.content.querySelectorAll('link') ?? []
      const needs = one.closest<HTMLElement>('[data-needs]')?.dataset.needs?.split(' ') ?? []
      return [...links]
        .map((link) => link.getAttribute('href'))
        .concat(needs)
        .map((file) => location.origin + file)
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
