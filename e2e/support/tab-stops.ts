import { expect, type Page } from '@playwright/test'

/** More than any page has. */
const stopsMax = 300

/**
 * Tabs through the page from its top, past the header by its first link, and expects every control to be reached by few
 * presses: of Tab, and of Enter on links that skip what repeats. Of the rows of a list, which have `j` and `k`, the
 * first counts.
 */
export async function expectFewTabs(page: Page, max: number) {
  await page.evaluate(recordStops)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  for (let presses = 0; presses < stopsMax; presses += 1) {
    await page.keyboard.press('Tab')
    if (presses % 10 === 9 && (await page.evaluate(() => !window.tabStops?.isInMain))) break
  }
  const stops = await page.evaluate(pressesOfStops)
  expect(stops.length, 'controls of the page').toBeGreaterThan(0)
  const far = stops.filter(({ presses }) => presses > max)
  expect(far, `controls that take more than ${max} presses`).toEqual([])
}

declare global {
  interface Window {
    tabStops?: { elements: HTMLElement[]; isInMain: boolean }
  }
}

/**
 * Runs in the page, once after each load: notes the controls of the main part in the order in which they get the focus.
 */
function recordStops() {
  ;(document.activeElement as HTMLElement | null)?.blur()
  getSelection()?.removeAllRanges()
  const stops = { elements: [] as HTMLElement[], isInMain: true }
  window.tabStops = stops
  document.addEventListener('focusin', (event) => {
    const target = event.target as HTMLElement
    if (target.tagName === 'MAIN') return
    if (!target.closest('main')) stops.isInMain = stops.elements.length === 0
    else if (stops.isInMain) stops.elements.push(target)
  })
}

/** Runs in the page: by how many presses each noted control is reached at least. */
function pressesOfStops() {
  const elements = window.tabStops?.elements ?? []
  const presses = elements.map((_, index) => index + 3)
  for (const [index, element] of elements.entries()) {
    const own = Math.min(presses[index] ?? 0, (presses[index - 1] ?? 2) + 1)
    presses[index] = own
    const href = element.getAttribute('href')
    const target = href?.startsWith('#') ? document.getElementById(href.slice(1)) : null
    const next = elements.findIndex(
      (one) => target && target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    if (next > index) presses[next] = Math.min(presses[next] ?? 0, own + 2)
  }
  const isCounted = (element: HTMLElement) => {
    const row = element.closest('[data-row-id]')
    return !row || row.parentElement?.querySelector(':scope > [data-row-id]') === row
  }
  return elements.flatMap((element, index) =>
    isCounted(element)
      ? [
          {
            label: element.ariaLabel ?? element.outerHTML.slice(0, 200),
            presses: presses[index] ?? 0,
          },
        ]
      : [],
  )
}
