import type { Page } from '@playwright/test'
import type { TestFile } from './files.ts'

/** Presses Tab until what has this label or text has the focus. */
export async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.labels?.[0]
          : element
      // biome-ignore lint/performance/useDomNodeTextContent: the text that is shown, without what a wide screen hides
      return label instanceof HTMLElement ? label.innerText.trim() : ''
    })
    if (typeof name === 'string' ? focused.replace(/\*$/, '') === name : name.test(`${focused} `))
      return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/**
 * Every file chooser that opens from now on chooses that file. To be said long before a key opens one: the browser may
 * hear of the key first otherwise.
 */
export function answerFileChoosers(page: Page, file: TestFile) {
  page.on('filechooser', (chooser) => chooser.setFiles(file))
}
