import type { ArticleChanges } from '../contract.ts'

type Times = { published_at: string | null; archived_at: string | null }

/**
 * When an article is published, by what staff said of it. A moment counts before `is_published: true`, which means
 * now. `is_published: false` makes a draft of it, unless the moment is still to come: until then both are true.
 */
export function publishedAt(
  said: Pick<ArticleChanges, 'is_published' | 'published_at'>,
  before: string | null,
  now: string,
) {
  const at = said.published_at ? new Date(said.published_at).toISOString() : null
  if (said.is_published === false) return at !== null && at > now ? at : null
  if (at !== null) return at
  if (said.is_published === true) return before !== null && before <= now ? before : now
  return said.published_at === null ? null : before
}

/** What the three calls of section 7 make of an article: it is in one state at a time. */
export const transitions = {
  publish: ({ published_at }: Times, now: string): Times => ({
    published_at: publishedAt({ is_published: true }, published_at, now),
    archived_at: null,
  }),
  unpublish: (): Times => ({ published_at: null, archived_at: null }),
  archive: ({ published_at, archived_at }: Times, now: string): Times => ({
    published_at,
    archived_at: archived_at ?? now,
  }),
}
