/** A part of HTML as the editor writes it: a text, or an element with what it contains. */
export type HtmlNode = {
  /** Its own HTML. */
  html: string
  /** The opening tag; empty for a text. */
  open: string
  name: string
  children: HtmlNode[]
}

const voids = new Set(['br', 'hr', 'img', 'source', 'col', 'input', 'wbr'])
const parts = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=<>"'/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi

/** Parses HTML without a DOM; undefined for what the editor doesn't write, such as an element without its end. */
export function parseNodes(html: string): HtmlNode[] | undefined {
  const root: HtmlNode = { html, open: '', name: '', children: [] }
  const stack = [{ node: root, start: 0 }]
  let end = 0
  for (const match of html.matchAll(parts)) {
    const [text, slash, tag] = match
    if (match.index !== end) return undefined
    end += text.length
    const parent = stack.at(-1)
    if (!parent) return undefined
    const name = tag?.toLowerCase() ?? ''
    if (slash) {
      if (stack.length === 1 || parent.node.name !== name) return undefined
      parent.node.html = html.slice(parent.start, end)
      stack.pop()
      continue
    }
    const node: HtmlNode = { html: text, open: tag ? text : '', name, children: [] }
    parent.node.children.push(node)
    if (tag && !voids.has(name)) stack.push({ node, start: match.index })
  }
  return end === html.length && stack.length === 1 ? root.children : undefined
}

/** A word, a sign, a space, or an element within a text that is never taken apart, with the formats around it. */
export type Token = {
  text: string
  /** The opening tags of the formats, from the outside. */
  marks: readonly string[]
  isWord: boolean
}

const formats = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'a'])
const words = /[\p{L}\p{N}\p{M}_]+(?:['’-][\p{L}\p{N}\p{M}_]+)*|\s+|&#?\w+;|./gsu

/** What a paragraph contains, word by word. */
const tokensOf = (nodes: readonly HtmlNode[], marks: readonly string[] = []): Token[] =>
  nodes.flatMap((node) => {
    if (formats.has(node.name)) return tokensOf(node.children, [...marks, node.open])
    if (node.open) return { text: node.html, marks, isWord: true }
    return [...node.html.matchAll(words)].map(([text]) => ({
      text,
      marks,
      isWord: /^[\p{L}\p{N}\p{M}_]/u.test(text),
    }))
  })

const endOf = (open: string) => `</${/^<(\w+)/.exec(open)?.[1]}>`

/** The HTML of tokens. Each format is closed where it ends, so that none reaches further than it should. */
export function htmlOfTokens(tokens: readonly Token[]) {
  let html = ''
  let current: readonly string[] = []
  const goTo = (marks: readonly string[]) => {
    const differs = current.findIndex((mark, index) => marks[index] !== mark)
    const kept = differs < 0 ? current.length : differs
    html += current.slice(kept).reverse().map(endOf).join('') + marks.slice(kept).join('')
    current = marks
  }
  for (const { text, marks } of tokens) {
    goTo(marks)
    html += text
  }
  goTo([])
  return html
}

/** By which tokens are compared: the same word in another format is another one. */
export const keyOf = ({ text, marks }: Token) => `${marks.join('')} ${text}`

/** The words of paragraphs; undefined if their markup can't be written again as it is. */
export function paragraphTokens(node: HtmlNode): Token[] | undefined {
  const tokens = tokensOf(node.children)
  const inner = node.html.slice(node.open.length, -endOf(node.open).length)
  return htmlOfTokens(tokens) === inner ? tokens : undefined
}

/** The HTML of an element with other contents. */
export const withContents = ({ open }: HtmlNode, contents: string) => open + contents + endOf(open)
