import { insertArticle, type StoredArticle } from '#features/news/server/write.ts'
import type { Services } from '#platform/http/context.ts'
import { safeArticleHtml } from '#platform/text/html.ts'

/** Stores an article, by default published now. @returns its id */
export function createArticle(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<StoredArticle> & { created_at?: string } = {},
) {
  const { created_at = now().toISOString(), ...fields } = overrides
  const article: StoredArticle = {
    title: 'What a first cohort teaches its teachers',
    banner: '',
    category: 'talent',
    author: 'Solange Mukamana',
    description: 'Twelve weeks, nineteen people, and what we would do again.',
    content: '<p>We began with more questions than chairs.</p>',
    done_at: null,
    published_at: created_at,
    archived_at: null,
    tags: ['Training'],
    ...fields,
  }
  return insertArticle(
    database,
    { ...article, content: safeArticleHtml(article.content) },
    created_at,
  )
}
