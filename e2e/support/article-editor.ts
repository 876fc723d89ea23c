import { expect, type Locator, type Page } from '@playwright/test'
import { signInAsAdmin } from './staff.ts'

export const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })
export const savingOf = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text })

/** Begins an article from the list. */
export async function beginArticle(page: Page) {
  await page.getByRole('button', { name: 'New article' }).click()
  await expect(contentOf(page)).toBeVisible()
}

/** Waits until all that was typed is stored. */
export async function expectSaved(page: Page) {
  await expect(savingOf(page, /^Saved/)).toBeVisible()
}

/** Pastes HTML, as a program puts it on the clipboard. */
export const pasteHtml = (target: Locator, html: string) =>
  target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', '')
    const init = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', init))
  }, html)

/** Writes an article through the API. @returns the path of its editor */
export async function writeArticle(siteUrl: string, fields: object) {
  const staff = await signInAsAdmin(siteUrl)
  const { id } = await staff.call('POST', '/dashboard/news/', {
    category: 'talent',
    author: 'Solange Mukamana',
    description: 'A summary.',
    ...fields,
  })
  const draft = `/dashboard/news/${id}/draft/`
  return {
    path: `/dashboard/news/${id}`,
    read: () => staff.call('GET', draft),
    save: (changes: object) => staff.call('PATCH', draft, changes),
    publish: () => staff.call('PATCH', `/dashboard/news/${id}/publish/`),
    schedule: (published_at: string) =>
      staff.call('PATCH', `/dashboard/news/${id}/schedule/`, { published_at }),
    archive: () => staff.call('PATCH', `/dashboard/news/${id}/archive/`),
  }
}
