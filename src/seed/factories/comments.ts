import { insertComment, type NewComment } from '#features/comments/server/queries.ts'
import type { Services } from '#platform/http/context.ts'

/** Stores a comment on the article, or a reply if a parent is given. @returns its id */
export async function createComment(
  { database, now }: Pick<Services, 'database' | 'now'>,
  article_id: number,
  overrides: Partial<Omit<NewComment, 'article_id'>> = {},
) {
  const { id } = await insertComment(database, {
    article_id,
    parent_id: null,
    name: 'Eric Mugisha',
    email: 'eric.mugisha@example.rw',
    message: 'This is how we did it in Huye, too.',
    status: 'PENDING',
    held_at: null,
    created_at: now().toISOString(),
    ...overrides,
  })
  return id
}
