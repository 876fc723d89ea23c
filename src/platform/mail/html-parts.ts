import type { EmailPart, Run } from './email-parts.ts'

type Element = { tag: string; attributes: string; children: (Element | string)[] }
type Style = Omit<Run, 'text'>

const inline = new Set(['strong', 'em', 'a', 'br'])

/**
 * The parts of an email that say what a formatted text does.
 * @param html from `checkEmailHtml`: each `<` begins a tag, and each tag that needs an end has one
 * @param siteUrl what the paths of links are completed by
 */
export function partsOfHtml(html: string, siteUrl: string): EmailPart[] {
  return toParts(parse(html), siteUrl)
}

function parse(html: string) {
  const root: Element = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(
    /<(\/?)(\w+)([^>]*)>|[^<]+/g,
  )) {
    const parent = open.at(-1) ?? root
    if (tag === '') parent.children.push(decoded(token))
    else if (slash) open.pop()
    else {
      const element = { tag, attributes, children: [] }
      parent.children.push(element)
      if (tag !== 'br' && tag !== 'hr') open.push(element)
    }
  }
  return root.children
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** The sanitizer and `escapeHtml` write these alone. */
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name) => entities[name] ?? entity)

function toParts(children: Element['children'], siteUrl: string): EmailPart[] {
  const parts: EmailPart[] = []
  let words: Run[] = []
  const endParagraph = () => {
    parts.push(...toParagraph(words))
    words = []
  }
  for (const child of children) {
    if (typeof child === 'string' || inline.has(child.tag)) {
      words.push(...toRuns(child, {}, siteUrl))
      continue
    }
    endParagraph()
    parts.push(...toBlocks(child, siteUrl))
  }
  endParagraph()
  return parts
}

function toBlocks({ tag, attributes, children }: Element, siteUrl: string): EmailPart[] {
  switch (tag) {
    case 'h2':
    case 'h3':
    case 'h4': {
      const runs = trimmed(children.flatMap((child) => toRuns(child, {}, siteUrl)))
      return runs.length === 0 ? [] : [{ heading: runs, level: Number(tag[1]) }]
    }
    case 'ul':
    case 'ol': {
      const items = children.flatMap((item) =>
        typeof item === 'string' ? [] : [toParts(item.children, siteUrl)],
      )
      return items.length === 0 ? [] : [{ items, ...(tag === 'ol' && startOf(attributes)) }]
    }
    case 'blockquote': {
      const quoted = toParts(children, siteUrl)
      return quoted.length === 0 ? [] : [{ quoted }]
    }
    case 'hr':
      return [{ isRule: true }]
    default:
      return toParts(children, siteUrl)
  }
}

function toRuns(child: Element | string, style: Style, siteUrl: string): Run[] {
  if (typeof child === 'string') return [{ text: child.replace(/\s+/g, ' '), ...style }]
  const { tag, attributes, children } = child
  if (tag === 'br') return [{ text: '\n', ...style }]
  const own: Style = {
    ...(tag === 'strong' && { isBold: true }),
    ...(tag === 'em' && { isItalic: true }),
    ...(tag === 'a' && linkOf(attributes, siteUrl)),
  }
  return children.flatMap((one) => toRuns(one, { ...style, ...own }, siteUrl))
}

/** The number that a list begins with, if its writer gave one. */
const startOf = (attributes: string) => {
  const [, given] = /^ start="(-?\d{1,6})"$/.exec(attributes) ?? []
  return { start: Number(given ?? 1) }
}

const attributeOf = (name: string, attributes: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]

/** A path of the site is completed; a place on the same page is nowhere in an email. */
function linkOf(attributes: string, siteUrl: string) {
  const href = decoded(attributeOf('href', attributes) ?? '')
  if (href === '' || href.startsWith('#')) return {}
  return { url: /^[a-z]+:/i.test(href) ? href : `${siteUrl}/${href.replace(/^\/+/, '')}` }
}

function toParagraph(words: readonly Run[]): EmailPart[] {
  const runs = trimmed(words)
  if (runs.length === 0) return []
  const isPlain = runs.every(({ isBold, isItalic, url }) => !isBold && !isItalic && !url)
  return [isPlain ? runs.map(({ text }) => text).join('') : { runs }]
}

/** Without the space around a text, and without what is empty. */
function trimmed(words: readonly Run[]) {
  const runs = [...words]
  while (runs[0]?.text.trim() === '') runs.shift()
  while (runs.at(-1)?.text.trim() === '') runs.pop()
  return runs.map((run, index) => {
    const from = index === 0 ? run.text.trimStart() : run.text
    return { ...run, text: index === runs.length - 1 ? from.trimEnd() : from }
  })
}
