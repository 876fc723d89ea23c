import { findWord, resumeWordsOf } from '#database/resume-index.ts'
import { hasWordIn, wordsOf } from '#database/search.ts'
import type { ResumeHit } from '#shared/resume-fields.ts'
import type { Services } from '../http/context.ts'
import { openRows, unreadable } from '../security/sealed-columns.ts'

/**
 * What the resumes of these applications or talents say around the words of a search that they themselves don't have.
 * @returns the hits by the ids of the rows
 */
export async function findResumeHits(
  services: Pick<Services, 'database' | 'dataKeys'>,
  table: 'applications' | 'talents',
  ids: readonly number[],
  search = '',
): Promise<Map<number, ResumeHit>> {
  const hits = new Map<number, ResumeHit>()
  const words = wordsOf(search)
  if (words.length === 0 || ids.length === 0) return hits
  const sealed = await services.database
    .selectFrom(`${table} as owners` as 'applications as owners')
    .innerJoin('resume_texts', 'resume_texts.file_id', 'owners.resume_id')
    .select(['owners.id', 'owners.search_text', 'resume_texts.text', 'resume_texts.file_id'])
    .where('owners.id', 'in', ids)
    .execute()
  for (const { id, search_text, text } of await openRows(services, 'resume_texts', sealed)) {
    if (text === unreadable) continue
    const missing = words.filter((word) => !hasWordIn(search_text, word))
    const hit = findHit(text, resumeWordsOf(missing.join(' ')))
    if (hit) hits.set(id, hit)
  }
  return hits
}

/** How much is shown on either side of the word. */
const aroundLength = 60

/**
 * What a resume says around the first of these words that it has, as one line.
 * @param words as `resumeWordsOf` gives them
 */
function findHit(text: string, words: readonly string[]): ResumeHit | null {
  for (const word of words) {
    const place = findWord(text, word)
    if (!place) continue
    const { start, end } = place
    return {
      before: beforeOf(text.slice(Math.max(0, start - 2 * aroundLength), start)),
      word: text.slice(start, end),
      after: afterOf(text.slice(end, end + 2 * aroundLength)),
    }
  }
  return null
}

const asOneLine = (text: string) => text.replace(/\s+/g, ' ')

function beforeOf(text: string) {
  const line = asOneLine(text)
  if (line.length <= aroundLength) return line.trimStart()
  // From the next word on, unless that is longer than what is shown.
  return `…${line.slice(-aroundLength).replace(/^\S{0,30} /, '')}`
}

function afterOf(text: string) {
  const line = asOneLine(text)
  return line.length <= aroundLength
    ? line.trimEnd()
    : `${line.slice(0, aroundLength).replace(/ \S{0,30}$/, '')}…`
}
