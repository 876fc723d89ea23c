import { generateHTML, generateJSON } from '@tiptap/core'
import { articleExtensions } from './extensions.ts'

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The HTML for the editor: the caption of a table, which it has no place for, becomes a paragraph before the table. */
export function toEditorHtml(html: string) {
  const body = parse(html)
  for (const caption of body.querySelectorAll('table > caption')) {
    const paragraph = document.createElement('p')
    paragraph.append(...caption.childNodes)
    caption.closest('table')?.before(paragraph)
    caption.remove()
  }
  return body.innerHTML
}

/** The editor's HTML as it is saved: as somebody would write it by hand. */
export function toSavedHtml(html: string) {
  const body = parse(html)
  for (const group of body.querySelectorAll('colgroup')) group.remove()
  for (const styled of body.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const cell of body.querySelectorAll('td, th')) {
    for (const span of ['colspan', 'rowspan']) {
      if (cell.getAttribute(span) === '1') cell.removeAttribute(span)
    }
  }
  for (const holder of body.querySelectorAll('li, td, th')) unwrapOnlyParagraph(holder)
  for (const table of body.querySelectorAll('table')) markHeadings(table)
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove()
  return body.innerHTML
}

function unwrapOnlyParagraph(holder: Element) {
  const [first] = holder.children
  const isOnly =
    first?.tagName === 'P' && ![...holder.children].some((one, at) => at > 0 && one.tagName === 'P')
  if (isOnly) first.replaceWith(...first.childNodes)
}

/** Puts a first row of headings into a `thead`, and says of each heading what it heads. */
function markHeadings(table: HTMLTableElement) {
  const [first] = table.rows
  if (first && [...first.cells].every((cell) => cell.tagName === 'TH')) {
    const head = table.tHead ?? table.createTHead()
    head.append(first)
  }
  for (const cell of table.querySelectorAll('th')) {
    cell.setAttribute('scope', cell.closest('thead') ? 'col' : 'row')
  }
}

/** HTML as the editor would save it, to compare texts. */
export const normalizedHtml = (html: string) =>
  toSavedHtml(generateHTML(generateJSON(toEditorHtml(html), articleExtensions), articleExtensions))

/** The elements that a text is made of: paragraphs, headings, lists. */
export const blocksOf = (html: string) => [...parse(html).children].map((block) => block.outerHTML)

/** The text of HTML without tags, with a line for each item of a list and each row of a table. */
export const textOf = (html: string) =>
  parse(html.replaceAll(/<\/t[dh]>/g, ' · $&').replaceAll(/<br>|<\/(li|tr|p)>/g, '\n$&'))
    .textContent.replaceAll(/ · (?=\n|$)/g, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
