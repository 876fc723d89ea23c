import type { Database } from '#database/open.ts'
import { resumeWordsOf } from '#database/resume-index.ts'
import { hasWordIn, wordsOf } from '#database/search.ts'
import { findResumeHit } from '#platform/documents/resume-hit.ts'
import type { ResumeHit } from '#shared/fields.ts'

/**
 * What the resumes of these applications say around the words of a search that the applications themselves don't have.
 * @returns the hits by the ids of the applications
 */
export async function findResumeHits(
  database: Database,
  ids: readonly number[],
  search = '',
): Promise<Map<number, ResumeHit>> {
  const hits = new Map<number, ResumeHit>()
  const words = wordsOf(search)
  if (words.length === 0 || ids.length === 0) return hits
  const rows = await database
    .selectFrom('applications')
    .innerJoin('resume_texts', 'resume_texts.file_id', 'applications.resume_id')
    .select(['applications.id', 'applications.search_text', 'resume_texts.text'])
    .where('applications.id', 'in', ids)
    .execute()
  for (const { id, search_text, text } of rows) {
    const missing = words.filter((word) => !hasWordIn(search_text, word))
    const hit = findResumeHit(text, resumeWordsOf(missing.join(' ')))
    if (hit) hits.set(id, hit)
  }
  return hits
}
