import { expect, type Page } from '@playwright/test'
import type { TestFile } from './files.ts'

/** Presses Tab until the element with this label or text has the focus, and checks that the focus is always visible. */
export async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const { label, fault } = await page.evaluate(focused)
    // After a navigation the page may still be scrolling to the top.
    if (fault) await expect.poll(async () => (await page.evaluate(focused)).fault).toBeUndefined()
    if (typeof name === 'string' ? label.replace(/\*$/, '') === name : name.test(`${label} `))
      return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/**
 * Answers every file chooser from now on with that file. Call it early: otherwise a key press may reach the browser
 * before file choosers are intercepted.
 */
export function answerFileChoosers(page: Page, file: TestFile) {
  page.on('filechooser', (chooser) => chooser.setFiles(file))
}

/** Runs in the page: the focused element, and whether its focus is visible. */
function focused() {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { label: '' }
  const labelled =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]
      : element
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text only, without elements hidden on wide screens
  const label = (labelled?.innerText ?? '').trim() || (element.getAttribute('aria-label') ?? '')
  const isOutlined = (one: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one ?? document.documentElement)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  }
  // A field may show the focus on its container; in date fields the browser marks the focused part.
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
