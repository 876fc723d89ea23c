import type { Comment } from '../contract.ts'
import type { commentForms } from '../validation.ts'

/** The pages of an article's comments that are shown, counted from 1. */
export type ShownPages = { firstPage: number; lastPage: number }

/** An article's shown comments, newest first, and the total count. */
export type ShownComments = ShownPages & { comments: readonly Comment[]; count: number }

/** A comment on the wire. Other servers of this API use `author` and `content`, or omit the name and `is_company`. */
type WireComment = Omit<Comment, 'name' | 'message' | 'is_company' | 'latest_reply'> & {
  name?: string | null
  author?: string | null
  message?: string | null
  content?: string | null
  is_company?: boolean
  latest_reply?: Omit<WireComment, 'latest_reply'> | null
}

/** Converts a comment to this site's field names. @throws if it is invalid */
export function readComment(wire: WireComment): Comment {
  const { latest_reply: reply } = wire
  return {
    ...readFields(wire),
    latest_reply: reply ? { ...readFields(reply), latest_reply: null } : null,
  }
}

const readFields = ({ id, created_at, parent, ...wire }: Omit<WireComment, 'latest_reply'>) => ({
  id,
  created_at,
  parent,
  name: wire.name ?? wire.author ?? '',
  message: wire.message ?? wire.content ?? '',
  is_company: wire.is_company ?? false,
})

/**
 * Converts a server's comments. Invalid ones give an empty list, so that the article is still shown.
 * @param count the total count, if the server sends one
 */
export function readComments(
  list: readonly WireComment[],
  count = list?.length,
  pages: ShownPages = { firstPage: 1, lastPage: 1 },
): ShownComments {
  try {
    return { ...pages, comments: list.map(readComment), count }
  } catch (error) {
    console.error('Comments could not be read', error)
    return { ...pages, comments: [], count: 0 }
  }
}

/** What was posted without JavaScript, as the page's address says it afterwards. */
export type Posted = keyof typeof commentForms | 'held'

export const readPosted = (search: URLSearchParams): Posted | null =>
  (['comment', 'reply', 'held'] as const).find((one) => one === search.get('posted')) ?? null
