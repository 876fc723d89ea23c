const wordList = /mso-list:\s*\w+\s+level(\d)/i
const numbered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i

/**
 * HTML from the clipboard as the editor takes it: without what Word, Google Docs and web pages put around the text.
 * What looks bold or italic stays so, which the editor reads from the styles itself.
 * @param hasPictures whether the text may contain pictures of this site
 * @param onLeftOut gets how many pictures the text loses, if it does
 */
export function cleanPastedHtml(
  html: string,
  hasPictures: boolean,
  onLeftOut: (pictures: number) => void,
) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const alien of body.querySelectorAll('style, meta, link, script, title, xml, o\\:p')) {
    alien.remove()
  }
  makeWordLists(body)
  // Texts load no images from elsewhere, and a file of the other computer is nowhere.
  const alienImages = body.querySelectorAll(hasPictures ? 'img:not([src^="/images/"])' : 'img')
  for (const image of alienImages) image.remove()
  if (alienImages.length > 0) onLeftOut(alienImages.length)
  rename(body, 'h1', 'h2')
  rename(body, 'h5, h6', 'h4')
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    const target = wayThroughGoogle(href)
    if (/^(https?:|mailto:|tel:|\/(?!\/))/i.test(target)) link.setAttribute('href', target)
    else link.replaceWith(...link.childNodes)
  }
  for (const paragraph of body.querySelectorAll('p')) {
    const isEmpty = paragraph.textContent.trim() === '' && !paragraph.querySelector('img, br + br')
    if (isEmpty && !paragraph.closest('li, td, th')) paragraph.remove()
  }
  removeBreaksBetweenBlocks(body)
  return body.innerHTML.replaceAll('\u00a0', ' ')
}

function rename(body: HTMLElement, selector: string, name: string) {
  for (const element of body.querySelectorAll(selector)) {
    const renamed = document.createElement(name)
    renamed.append(...element.childNodes)
    element.replaceWith(renamed)
  }
}

/** Google Docs links to www.google.com/url?q=…, which tells Google of every click. */
function wayThroughGoogle(href: string) {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href)) return href
  return new URL(href).searchParams.get('q') ?? href
}

/** Word writes the items of a list as paragraphs, with the bullet as text. */
function makeWordLists(body: HTMLElement) {
  const lists: HTMLElement[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll('p')) {
    const [, depth] = wordList.exec(paragraph.getAttribute('style') ?? '') ?? []
    if (!depth) continue
    if (last === null || last.nextElementSibling !== paragraph) lists.length = 0
    lists.length = Math.min(lists.length, Number(depth))
    const marker = takeMarker(paragraph)
    while (lists.length < Number(depth)) {
      const list = document.createElement(numbered.test(marker) ? 'ol' : 'ul')
      const parent = lists.at(-1)
      if (!parent) paragraph.before(list)
      else
        (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list)
      lists.push(list)
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    lists.at(-1)?.append(item)
    paragraph.remove()
    last = lists[0] ?? null
  }
}

/** Removes the bullet or the number. @returns its text */
function takeMarker(paragraph: Element) {
  const ignored = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const marker = ignored?.textContent ?? ''
  ignored?.remove()
  return marker
}

const blocks = 'p, ul, ol, table, blockquote, h2, h3, h4, pre, figure'

const isBlock = (node: Node | null) => node instanceof Element && node.matches(blocks)

/** What stands beside a node, but for white space. */
function neighbour(node: Node, side: 'previousSibling' | 'nextSibling') {
  let found = node[side]
  while (found instanceof Text && found.data.trim() === '') found = found[side]
  return found
}

function removeBreaksBetweenBlocks(body: HTMLElement) {
  for (const line of body.querySelectorAll('br')) {
    if (isBlock(neighbour(line, 'previousSibling')) || isBlock(neighbour(line, 'nextSibling'))) {
      line.remove()
    }
  }
}
