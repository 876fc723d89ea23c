import type { BrowserContext, Page } from '@playwright/test'

/**
 * Takes from pages what not all browsers have that the site is for: Chrome 111, Safari 16.4 and Firefox 128, as
 * `cssTarget` in vite.config.ts names them. What the tests themselves ask for stays.
 */
export const takeNewerScriptsAway = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => {
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
    const newer: [object | undefined, string[]][] = [
      [window, ['Float16Array', 'Iterator', 'URLPattern', 'scheduler']],
      [Map, ['groupBy']],
      [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
      [Object, ['groupBy']],
      [Array, ['fromAsync']],
      [Promise, ['try', 'withResolvers']],
      [RegExp, ['escape']],
      [Error, ['isError']],
      [Math, ['f16round', 'sumPrecise']],
      [iterator, ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce']],
      [iterator, ['some', 'take', 'toArray']],
      [Set.prototype, ['difference', 'intersection', 'symmetricDifference', 'union']],
      [Set.prototype, ['isDisjointFrom', 'isSubsetOf', 'isSupersetOf']],
      [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['setFromBase64', 'setFromHex', 'toBase64', 'toHex']],
      [URL, ['canParse', 'parse']],
      [URLSearchParams.prototype, ['size']],
      [AbortSignal, ['any']],
      [Blob.prototype, ['bytes']],
      [Request.prototype, ['bytes', 'duplex']],
      [Response.prototype, ['bytes']],
      [ReadableStream, ['from']],
      [ReadableStream.prototype, ['values', Symbol.asyncIterator as never]],
      [Element.prototype, ['getHTML', 'moveBefore', 'setHTMLUnsafe']],
      [HTMLElement.prototype, ['hidePopover', 'showPopover', 'togglePopover', 'popover']],
      [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
      [Document, ['parseHTMLUnsafe']],
    ]
    for (const [owner, names] of newer) {
      for (const name of names) Reflect.deleteProperty(owner ?? {}, name)
    }
  })

/** Takes away `:user-invalid` as well, which Safari 16.5 and Chrome 119 were the first to know. */
export const forgetUserInvalid = (page: Page) =>
  page.addInitScript(() => {
    const isNewer = (selector: string) => selector.includes(':user-invalid')
    const { querySelectorAll } = Element.prototype
    Element.prototype.querySelectorAll = function (this: Element, selector: string) {
      if (isNewer(selector)) throw new SyntaxError(`'${selector}' is not a valid selector.`)
      return querySelectorAll.call(this, selector)
    } as typeof querySelectorAll
    const { supports } = CSS
    CSS.supports = (...asked: [string]) => !asked.some(isNewer) && supports(...asked)
  })
