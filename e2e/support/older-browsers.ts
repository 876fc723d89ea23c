import type { Page } from '@playwright/test'

/**
 * What not all browsers have that the site is for: Chrome 111, Safari 16.4 and Firefox 128, as `cssTarget` in
 * vite.config.ts names them, by its owner. What the tests themselves ask for is left out.
 */
export const newerParts: Readonly<Record<string, string>> = {
  AbortSignal: 'any',
  Array: 'fromAsync',
  'ArrayBuffer.prototype': 'transfer transferToFixedLength',
  'Blob.prototype': 'bytes',
  Document: 'parseHTMLUnsafe',
  'Element.prototype': 'getHTML moveBefore setHTMLUnsafe',
  Error: 'isError',
  'HTMLDialogElement.prototype': 'closedBy requestClose',
  'HTMLElement.prototype': 'hidePopover popover showPopover togglePopover',
  Iterator: 'concat from',
  'Iterator.prototype': 'drop every filter find flatMap forEach map reduce some take toArray',
  Map: 'groupBy',
  'Map.prototype': 'getOrInsert getOrInsertComputed',
  Math: 'f16round sumPrecise',
  Object: 'groupBy',
  Promise: 'try withResolvers',
  ReadableStream: 'from',
  'ReadableStream.prototype': 'values',
  RegExp: 'escape',
  'Request.prototype': 'bytes duplex',
  'Response.prototype': 'bytes',
  'Set.prototype':
    'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  URL: 'canParse parse',
  'URLSearchParams.prototype': 'size',
  Uint8Array: 'fromBase64 fromHex',
  'Uint8Array.prototype': 'setFromBase64 setFromHex toBase64 toHex',
  window: 'Float16Array Iterator URLPattern scheduler',
}

/** Takes it away from a page. */
export const takeNewerPartsAway = (page: Page) =>
  page.addInitScript((parts) => {
    type Owner = Record<string, object | undefined>
    for (const [path, names] of Object.entries(parts)) {
      const owner = path
        .split('.')
        .reduce<Owner | undefined>((of, name) => of?.[name] as Owner, window as never)
      for (const name of names.split(' ')) if (owner) Reflect.deleteProperty(owner, name)
    }
  }, newerParts)

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
