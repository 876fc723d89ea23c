import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Expects these texts on the page, in this order. */
export async function expectInOrder(page: Page, texts: string[]) {
  const main = page.getByRole('main')
  // What isn't laid out yet has no text.
  await expect(main.locator('[data-lazy-section]')).toHaveCount(0)
  // biome-ignore lint/performance/useDomNodeTextContent: the hidden panels don't count
  const content = (await main.innerText()).replace(/\s+/g, ' ').toLowerCase()
  let from = 0
  for (const text of texts) {
    const at = content.indexOf(text.toLowerCase(), from)
    expect(at, `'${text}' after what comes before it`).toBeGreaterThanOrEqual(from)
    from = at + text.length
  }
}

/** Expects the first link of that name in the main part to have this target. */
export const expectLink = async (page: Page, name: string, to: string) =>
  expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toHaveAttribute(
    'href',
    to,
  )
