import { expect, type Locator, type Page } from '@playwright/test'

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
