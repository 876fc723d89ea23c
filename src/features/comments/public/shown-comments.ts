import type { Comment } from '../contract.ts'
import type { commentForms } from '../validation.ts'

/** The pages of an article's comments that are shown, counted from 1. */
export type ShownPages = { firstPage: number; lastPage: number }

/** An article's shown comments, newest first, and the total count. */
export type ShownComments = ShownPages & { comments: readonly Comment[]; count: number }

/** What was posted without JavaScript, as the page's address says it afterwards. */
export type Posted = keyof typeof commentForms | 'held'

/** The parameter that names the last page shown. */
export const pageParameter = 'comments'

/** The parameters of an article's URL, and the values that count. */
export const commentPatterns = {
  [pageParameter]: /^([2-9]|[1-9]\d{1,2})$/,
  posted: /^(comment|reply|held)$/,
  reply: /^[1-9]\d{0,9}$/,
}

const read = (search: URLSearchParams, name: keyof typeof commentPatterns) =>
  commentPatterns[name].exec(search.get(name) ?? '')?.[0]

export const readPosted = (search: URLSearchParams) =>
  (read(search, 'posted') as Posted | undefined) ?? null

/** The comment whose reply form is open. */
export const readReplyingTo = (search: URLSearchParams) => Number(read(search, 'reply')) || null

/** The last page that is to be shown, counted from 1. */
export const readPage = (search: URLSearchParams) => Number(read(search, pageParameter) ?? 1)
