import { diffIndices } from 'node-diff3'
import {
  type HtmlNode,
  htmlOfTokens,
  keyOf,
  paragraphTokens,
  parseNodes,
  type Token,
  withContents,
} from './html-tokens.ts'

/** Whose change is taken where both have changed the same; without, there is no merge then. */
export type Preferred = 'mine' | 'theirs'

type Hunk<Item> = { start: number; end: number; items: readonly Item[]; isMine: boolean }

/** What one has made of a list: which items are others now. */
function hunksOf<Item>(
  base: readonly Item[],
  side: readonly Item[],
  key: (item: Item) => string,
  isMine: boolean,
): Hunk<Item>[] {
  return diffIndices(base.map(key), side.map(key)).map(
    ({ buffer1: [start, length], buffer2: [sideStart, sideLength] }) => ({
      start,
      end: start + length,
      isMine,
      items: side.slice(sideStart, sideStart + sideLength),
    }),
  )
}

type Sides<Item> = { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }

/**
 * Merges what two have made of a list.
 * @param key by which items are compared
 * @param isApart whether the items between two changes keep them apart
 * @param settle makes one of what both have made of the same items
 * @returns undefined when `settle` can't
 */
function mergeLists<Item>(
  { base, mine, theirs }: Sides<Item>,
  key: (item: Item) => string,
  isApart: (between: readonly Item[]) => boolean,
  settle: (changed: Sides<Item>) => readonly Item[] | undefined,
): Item[] | undefined {
  const hunks = [...hunksOf(base, mine, key, true), ...hunksOf(base, theirs, key, false)].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )
  const merged: Item[] = []
  let done = 0
  while (hunks.length > 0) {
    const start = hunks[0]?.start ?? 0
    const group: Hunk<Item>[] = []
    let end = start
    for (let next = hunks[0]; next; next = hunks[0]) {
      if (group.length > 0 && next.start >= end && isApart(base.slice(end, next.start))) break
      group.push(next)
      hunks.shift()
      end = Math.max(end, next.end)
    }
    const made = (isMine: boolean) => {
      const own = group.filter((hunk) => hunk.isMine === isMine)
      return applyHunks(base, own, start, end)
    }
    const [ours, others] = [made(true), made(false)]
    const isOne = new Set(group.map(({ isMine }) => isMine)).size === 1
    const isSame = ours.map(key).join('\n') === others.map(key).join('\n')
    const settled = isOne
      ? made(group[0]?.isMine ?? true)
      : isSame
        ? ours
        : settle({ base: base.slice(start, end), mine: ours, theirs: others })
    if (!settled) return undefined
    merged.push(...base.slice(done, start), ...settled)
    done = end
  }
  return [...merged, ...base.slice(done)]
}

/** A part of a list with one's changes. */
function applyHunks<Item>(
  base: readonly Item[],
  hunks: readonly Hunk<Item>[],
  start: number,
  end: number,
) {
  const items: Item[] = []
  let done = start
  for (const hunk of hunks) {
    items.push(...base.slice(done, hunk.start), ...hunk.items)
    done = hunk.end
  }
  return [...items, ...base.slice(done, end)]
}

/** A comparison of more words would take long. */
const tokensMax = 4_000

/** Whether at least half of the words are still there: otherwise it is another text. */
export function isSimilar(base: readonly Token[], side: readonly Token[]) {
  const count = base.filter(({ isWord }) => isWord).length
  if (base.length > tokensMax || side.length > tokensMax) return false
  const gone = diffIndices(
    base.map(({ text }) => text),
    side.map(({ text }) => text),
  ).flatMap(({ buffer1: [start, length] }) => base.slice(start, start + length))
  return gone.filter(({ isWord }) => isWord).length * 2 <= count
}

const paragraphs = new Set(['p', 'h2', 'h3', 'h4', 'li', 'td', 'th', 'caption', 'figcaption'])
const containers = new Set(['ul', 'ol', 'blockquote', 'aside', 'li', 'td', 'th'])
const grids = new Set(['table', 'thead', 'tbody', 'tr'])

/** The only element of some HTML. */
export function elementOf(html: string): HtmlNode | undefined {
  const [node, ...others] = parseNodes(html) ?? []
  return node?.open && others.length === 0 ? node : undefined
}

/** Whether it contains paragraphs or the like, and no text of its own. */
export const hasBlocks = ({ name, children }: HtmlNode) =>
  containers.has(name) &&
  children.length > 0 &&
  children.every((child) => containers.has(child.name) || child.name === 'p')

export const hasWords = (node: HtmlNode) => paragraphs.has(node.name) && !hasBlocks(node)

/**
 * Merges what two have made of one element, such as a paragraph or a list, word by word. Changes must have an unchanged
 * word between them. Formats and links are those of one of both for each word.
 * @param preferred whose words are taken where both have changed the same
 * @returns undefined when they contradict each other, or when the element can't be taken apart safely
 */
export function mergeElements(
  base: string,
  mine: string,
  theirs: string,
  preferred?: Preferred,
): string | undefined {
  if (theirs === base || mine === theirs) return mine
  if (mine === base) return theirs
  const [from, my, their] = [elementOf(base), elementOf(mine), elementOf(theirs)]
  if (!from || !my || !their || my.open !== from.open || their.open !== from.open) return undefined
  const contents = mergeContents({ base: from, mine: my, theirs: their }, preferred)
  return contents === undefined ? undefined : withContents(from, contents)
}

type Nodes = { base: HtmlNode; mine: HtmlNode; theirs: HtmlNode }

function mergeContents(nodes: Nodes, preferred: Preferred | undefined) {
  const all = Object.values(nodes)
  if (all.every(hasWords)) return mergeWords(nodes, preferred)
  if (all.every(hasBlocks)) return mergeChildren(nodes, preferred)
  return grids.has(nodes.base.name) ? mergePairs(childrenOf(nodes), preferred) : undefined
}

function mergeWords(nodes: Nodes, preferred: Preferred | undefined) {
  const [base, mine, theirs] = [
    paragraphTokens(nodes.base),
    paragraphTokens(nodes.mine),
    paragraphTokens(nodes.theirs),
  ]
  if (!base || !mine || !theirs || !isSimilar(base, mine) || !isSimilar(base, theirs)) {
    return undefined
  }
  const merged = mergeLists(
    { base, mine, theirs },
    keyOf,
    (between) => between.some(({ isWord }) => isWord),
    (changed) => preferred && changed[preferred],
  )
  return merged && htmlOfTokens(merged)
}

const childrenOf = ({ base, mine, theirs }: Nodes): Sides<string> => {
  const [from, my, their] = [base, mine, theirs].map(({ children }) =>
    children.map(({ html }) => html),
  )
  return { base: from ?? [], mine: my ?? [], theirs: their ?? [] }
}

const mergeChildren = (nodes: Nodes, preferred: Preferred | undefined) =>
  mergeLists(
    childrenOf(nodes),
    (html) => html,
    (between) => between.length > 0,
    (changed) => {
      const html = areAligned(changed) ? mergePairs(changed, preferred) : undefined
      return html === undefined ? undefined : [html]
    },
  )?.join('')

/** Merges elements one by one. All must have the same number of them: a table keeps its shape. */
function mergePairs({ base, mine, theirs }: Sides<string>, preferred: Preferred | undefined) {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined
  const merged = base.map((one, index) =>
    mergeElements(one, mine[index] ?? '', theirs[index] ?? '', preferred),
  )
  return merged.includes(undefined) ? undefined : merged.join('')
}

/** Whether elements are the same ones as before, changed: as many, with most of their words. */
export function areAligned({ base, mine, theirs }: Sides<string>) {
  if (mine.length !== base.length || theirs.length !== base.length) return false
  return base.every((one, index) => {
    const before = allWords(one)
    return [mine, theirs].every((side) => isSimilar(before, allWords(side[index] ?? '')))
  })
}

const allWords = (html: string): Token[] =>
  (html.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((text) => ({
    text,
    marks: [],
    isWord: true,
  }))
