import { expect, type Page } from '@playwright/test'
import type { TestFile } from './files.ts'

/** Presses Tab until what has this label or text has the focus, which shows at every stop on the way. */
export async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const { label, fault } = await page.evaluate(focused)
    // A page that came scrolls to its top for a moment.
    if (fault) await expect.poll(async () => (await page.evaluate(focused)).fault).toBeUndefined()
    if (typeof name === 'string' ? label.replace(/\*$/, '') === name : name.test(`${label} `))
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

/** Runs in the page: what has the focus, and whether one can see that. */
function focused() {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { label: '' }
  const labelled =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]
      : element
  // biome-ignore lint/performance/useDomNodeTextContent: the text that is shown, without what a wide screen hides
  const label = (labelled?.innerText ?? '').trim() || (element.getAttribute('aria-label') ?? '')
  const isOutlined = (one: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one ?? document.documentElement)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  }
  // A field may show it around all that belongs to it; in a date, the browser marks the part that one is in.
  const { parentElement } = element
  const hasMark =
    [element, parentElement, parentElement?.parentElement].some(isOutlined) ||
    element.matches('[type=date]')
  const { width, height, bottom, right } = element.getBoundingClientRect()
  const isShown = width > 0 && height > 0 && bottom > 0 && right > 0
  const fault =
    hasMark && isShown ? undefined : `the focus does not show at ${element.outerHTML.slice(0, 120)}`
  return { label, fault }
}
