import type { Comment } from '../contract.ts'
import type { commentForms } from '../validation.ts'

/** An article's comments as they are shown, the newest first, and how many there are in all. */
export type ShownComments = { comments: readonly Comment[]; count: number }

/** A comment on the wire. Other servers of the same calls word it `author` and `content`, or leave the name out. */
type Worded = Omit<Comment, 'name' | 'message' | 'latest_reply'> & {
  name?: string | null
  author?: string | null
  message?: string | null
  content?: string | null
  latest_reply?: Omit<Worded, 'latest_reply'> | null
}

/** A comment as this site words it. @throws when it is none */
export function readComment(worded: Worded): Comment {
  const { latest_reply: reply } = worded
  return {
    ...wordsOf(worded),
    latest_reply: reply ? { ...wordsOf(reply), latest_reply: null } : null,
  }
}

const wordsOf = ({ id, created_at, parent, ...worded }: Omit<Worded, 'latest_reply'>) => ({
  id,
  created_at,
  parent,
  name: worded.name ?? worded.author ?? '',
  message: worded.message ?? worded.content ?? '',
})

/**
 * The comments that a server tells of. What can't be read leaves none, and the article stands all the same.
 * @param count how many there are in all, where it says so
 */
export function readComments(list: readonly Worded[], count = list?.length): ShownComments {
  try {
    return { comments: list.map(readComment), count }
  } catch (error) {
    console.error('Comments could not be read', error)
    return { comments: [], count: 0 }
  }
}

/** What was posted without JavaScript, as the page's address says it afterwards. */
export type Posted = keyof typeof commentForms | 'held'

export const readPosted = (search: URLSearchParams): Posted | null =>
  (['comment', 'reply', 'held'] as const).find((one) => one === search.get('posted')) ?? null
