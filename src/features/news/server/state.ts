import type { ArticleChanges } from '../contract.ts'

type Times = { published_at: string | null; archived_at: string | null }

/**
 * Computes an article's publication time from staff's input. `published_at` takes precedence over `is_published: true`,
 * which means now. `is_published: false` makes it a draft, unless `published_at` is in the future: then it is
 * scheduled.
 */
export function publishedAt(
  input: Pick<ArticleChanges, 'is_published' | 'published_at'>,
  before: string | null,
  now: string,
) {
  const at = input.published_at ? new Date(input.published_at).toISOString() : null
  if (input.is_published === false) return at !== null && at > now ? at : null
  if (at !== null) return at
  if (input.is_published === true) return before !== null && before <= now ? before : now
  return input.published_at === null ? null : before
}

/** The actions publish, unpublish and archive. An article is in exactly one state. */
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
