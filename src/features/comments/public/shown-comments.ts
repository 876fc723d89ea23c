import type { Comment } from '../contract.ts'
import type { commentForms } from '../validation.ts'

/** The pages of an article's comments that are shown, counted from 1. */
export type ShownPages = { firstPage: number; lastPage: number }

/** An article's shown comments, newest first, and the total count. */
export type ShownComments = ShownPages & { comments: readonly Comment[]; count: number }

/** What was posted without JavaScript, as the page's address says it afterwards. */
export type Posted = keyof typeof commentForms | 'held'

export const readPosted = (search: URLSearchParams): Posted | null =>
  (['comment', 'reply', 'held'] as const).find((one) => one === search.get('posted')) ?? null
