import { type Browser, expect as impatient, type Locator, type Page } from '@playwright/test'
import { redAndBlue } from '#seed/factories/sample-images.ts'
import { rowsOf } from '../e2e/support/dashboard.ts'
import { answerFileChoosers } from '../e2e/support/keyboard.ts'

/** A busy machine takes long. */
export const expect = impatient.configure({ timeout: 60_000 })

/** A colleague who knows every shortcut and needs no time to read or think. */
export class Person {
  /** Chords such as Ctrl+K count once. */
  keys = 0
  letters = 0
  clicks = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]) {
    for (const key of keys) await this.page.keyboard.press(key)
    this.keys += keys.length
  }

  async type(text: string) {
    await this.page.keyboard.type(text)
    this.letters += text.length
  }

  async click(target: Locator) {
    await target.click()
    this.clicks += 1
  }

  clickButton = (name: string | RegExp) =>
    this.click(this.page.getByRole('button', { name, exact: true }))

  clickItem = (name: string | RegExp) =>
    this.click(this.page.getByRole('menuitem', { name, exact: true }))

  /** Ctrl+K, a few letters, Enter. */
  async go(letters: string, entry: string | RegExp) {
    await this.press('Control+k')
    await expect(this.page.getByRole('combobox')).toBeFocused()
    await this.type(letters)
    const marked = this.page.getByRole('option', { selected: true })
    await expect(marked).toContainText(entry)
    await this.press('Enter')
  }

  /** Searches the list on the screen until so many rows are left. */
  async search(letters: string, count: number) {
    await this.press('/')
    await this.type(letters)
    await expect(this.page).toHaveURL(/[?&]search=/)
    await expect(rowsOf(this.page)).toHaveCount(count)
  }
}

/** A tab as wide as a colleague's, which shows PDFs, and where each choice of a file is answered by a picture. */
export async function openPage(browser: Browser, baseURL: string) {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } })
  // A headless browser says that it shows no PDFs, unlike those of people.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }),
  )
  const buffer = await redAndBlue(1600, 900).jpeg().toBuffer()
  answerFileChoosers(page, { name: 'picture.jpg', mimeType: 'image/jpeg', buffer })
  return page
}
