import { findWord } from '#database/resume-index.ts'
import type { ResumeHit } from '#shared/fields.ts'

/** How much is shown on either side of the word. */
const aroundLength = 60

/**
 * What a resume says around the first of these words that it has, as one line.
 * @param words as `resumeWordsOf` gives them
 */
export function findResumeHit(text: string, words: readonly string[]): ResumeHit | null {
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
