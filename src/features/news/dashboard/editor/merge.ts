import { diff3Merge } from 'node-diff3'
import { isSameJson } from '#shared/is-same-json.ts'
import type { ArticleFields } from '../../drafts-contract.ts'
import { parseNodes } from './html-tokens.ts'
import { areAligned, mergeElements } from './word-merge.ts'

/** Blocks of a text that both have, or that both have changed. */
export type Region = { agreed: readonly string[] } | Contradiction

/** What both have changed in another way, and what it was; where they agree in it, each has the other's words, too. */
type Contradiction = {
  base: readonly string[]
  mine: readonly string[]
  theirs: readonly string[]
}

export type FieldName = keyof ArticleFields

export type Merge = {
  /** The fields with all changes that don't contradict each other; where they do, mine. */
  fields: ArticleFields
  /** The fields that both have changed, each in another way; the content has regions. */
  contradictions: Exclude<FieldName, 'content'>[]
  regions: readonly Region[] | undefined
}

/** Merges what two have made of the same text. @param base what both began with */
export function mergeFields(
  base: ArticleFields,
  mine: ArticleFields,
  theirs: ArticleFields,
): Merge {
  const fields: Record<string, unknown> = { ...theirs }
  const contradictions: Merge['contradictions'] = []
  let regions: Merge['regions']
  for (const name of Object.keys(mine) as FieldName[]) {
    if (isSameJson(mine[name], base[name]) || isSameJson(mine[name], theirs[name])) continue
    fields[name] = mine[name]
    if (isSameJson(theirs[name], base[name])) continue
    if (name !== 'content') {
      contradictions.push(name)
      continue
    }
    const merged = mergeBlocks(base.content, mine.content, theirs.content)
    fields.content = textOfRegions(merged, () => 'mine')
    if (merged.some((region) => 'mine' in region)) regions = merged
  }
  return { fields: fields as ArticleFields, contradictions, regions }
}

type Chunk = { ok?: string[]; conflict?: { a: string[]; o: string[]; b: string[] } }

const mergeBlocks = (base: string, mine: string, theirs: string): Region[] =>
  (
    diff3Merge(blocksOf(mine), blocksOf(base), blocksOf(theirs), {
      excludeFalseConflicts: true,
    }) as Chunk[]
  ).flatMap(({ ok = [], conflict }) =>
    conflict
      ? mergeRegion({ base: conflict.o, mine: conflict.a, theirs: conflict.b })
      : { agreed: ok },
  )

/** The elements of a text. What can't be parsed is one. */
const blocksOf = (html: string) => parseNodes(html)?.map((node) => node.html) ?? [html]

/** Merges each block that is still the same one, word by word. */
function mergeRegion(region: Contradiction): Region[] {
  if (!areAligned(region)) return [region]
  return region.base.map((base, index) => {
    const [mine = '', theirs = ''] = [region.mine[index], region.theirs[index]]
    const merged = mergeElements(base, mine, theirs)
    if (merged !== undefined) return { agreed: [merged] }
    return {
      base: [base],
      mine: [mergeElements(base, mine, theirs, 'mine') ?? mine],
      theirs: [mergeElements(base, mine, theirs, 'theirs') ?? theirs],
    }
  })
}

export type MergeSide = 'mine' | 'theirs' | 'both'

/** The text with one side of each contradiction, or both. */
export const textOfRegions = (
  regions: readonly Region[],
  choiceOf: (region: number) => MergeSide,
) =>
  regions
    .flatMap((region, index) => {
      if ('agreed' in region) return region.agreed
      const choice = choiceOf(index)
      return [
        ...(choice === 'theirs' ? [] : region.mine),
        ...(choice === 'mine' ? [] : region.theirs),
      ]
    })
    .join('')
