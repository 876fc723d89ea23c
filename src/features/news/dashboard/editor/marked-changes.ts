import { diffIndices } from 'node-diff3'
import { changeClasses } from './change-classes.ts'
import {
  type HtmlNode,
  htmlOfTokens,
  keyOf,
  paragraphTokens,
  type Token,
  withContents,
} from './html-tokens.ts'
import { elementOf, hasBlocks, hasWords, isSimilar } from './word-merge.ts'

const openTag = (kind: keyof typeof changeClasses) => `<${kind} class="${changeClasses[kind]}">`
const wrap = (kind: keyof typeof changeClasses, html: string) =>
  html && `${openTag(kind)}${html}</${kind}>`

/** The HTML of blocks in which the words are marked that were added to others, and those that were removed. */
export function markChanges(base: readonly string[], side: readonly string[]): string {
  const marked: string[] = []
  let done = 0
  for (const { buffer1, buffer2 } of diffIndices([...base], [...side])) {
    const before = base.slice(buffer1[0], buffer1[0] + buffer1[1])
    const after = side.slice(buffer2[0], buffer2[0] + buffer2[1])
    marked.push(...base.slice(done, buffer1[0]))
    done = buffer1[0] + buffer1[1]
    if (before.length === after.length) {
      marked.push(...before.map((one, index) => markElement(one, after[index] ?? '')))
    } else marked.push(wrap('del', before.join('')), wrap('ins', after.join('')))
  }
  return [...marked, ...base.slice(done)].join('')
}

function markElement(base: string, side: string): string {
  const [from, to] = [elementOf(base), elementOf(side)]
  const replaced = wrap('del', base) + wrap('ins', side)
  if (!from || !to || from.open !== to.open) return replaced
  if (hasBlocks(from) && hasBlocks(to)) return withContents(to, markChildren(from, to))
  const [before, after] = [paragraphTokens(from), paragraphTokens(to)]
  if (!hasWords(from) || !hasWords(to) || !before || !after || !isSimilar(before, after)) {
    // Only what flows in a text, or whole blocks, may stand in these elements.
    return /^(li|t\w)$/.test(from.name) ? side : replaced
  }
  return withContents(to, htmlOfTokens(markWords(before, after)))
}

const markChildren = (from: HtmlNode, to: HtmlNode) => {
  const [before, after] = [from, to].map(({ children }) => children.map(({ html }) => html))
  // Between the items of a list there is no place for marks.
  if (before?.length !== after?.length && /^[uo]l$/.test(to.name)) return after?.join('') ?? ''
  return markChanges(before ?? [], after ?? [])
}

function markWords(before: readonly Token[], after: readonly Token[]): Token[] {
  const mark = (kind: keyof typeof changeClasses, tokens: readonly Token[]) =>
    tokens.map((token) => ({ ...token, marks: [openTag(kind), ...token.marks] }))
  const marked: Token[] = []
  let done = 0
  for (const { buffer1, buffer2 } of diffIndices(before.map(keyOf), after.map(keyOf))) {
    marked.push(
      ...before.slice(done, buffer1[0]),
      ...mark('del', before.slice(buffer1[0], buffer1[0] + buffer1[1])),
      ...mark('ins', after.slice(buffer2[0], buffer2[0] + buffer2[1])),
    )
    done = buffer1[0] + buffer1[1]
  }
  return [...marked, ...before.slice(done)]
}
