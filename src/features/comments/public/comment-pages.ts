import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { Comment } from '../contract.ts'
import { commentsPageSize } from '../validation.ts'
import { pageParameter, readPage, type ShownComments, type ShownPages } from './shown-comments.ts'

/** The API pages through the newest 10,000. */
const pagesMax = 100
/** The most pages that are loaded at once: to render them, and to restore a list in the browser. */
export const commentPagesAtOnceMax = { server: 3, browser: 10 }

/** The URL of an article with its comments up to a page, relative to that of the article. */
export const commentsUrl = (page: number) => `?${pageParameter}=${page}`

/** The page after those that are shown, if there is one. */
export const nextPageOf = ({ comments, count, lastPage }: ShownComments) =>
  comments.length < count && lastPage < pagesFor(count) ? lastPage + 1 : undefined

const pagesFor = (count: number) => Math.min(Math.ceil(count / commentsPageSize), pagesMax)

type FirstPage = { id: number; comments: Comment[]; comment_count: number }

/**
 * Loads an article's comments up to the page in its URL, or that page alone where there are too many before it.
 * @param article with its first page; another server of the API may send all comments with it
 * @returns also the pages, if there are others than the first
 */
export async function loadComments(
  api: ApiClient,
  { id, comments, comment_count }: FirstPage,
  search: URLSearchParams,
  atOnceMax: number,
): Promise<{ comments: Comment[]; pages?: ShownPages }> {
  const pages = comments.length < comment_count ? pagesFor(comment_count) : 1
  const lastPage = Math.min(readPage(search), pages)
  if (lastPage === 1) return { comments }
  const firstPage = lastPage <= atOnceMax ? 1 : lastPage
  const found = firstPage === 1 ? [...comments] : []
  try {
    for (let page = Math.max(firstPage, 2); page <= lastPage; page += 1) {
      found.push(
        ...(await api.comments.ofArticle({ id, page, page_size: commentsPageSize })).results,
      )
    }
    return { comments: withoutRepeats(found), pages: { firstPage, lastPage } }
  } catch (error) {
    console.error('Comments could not be loaded', error)
    return { comments }
  }
}

/** Drops what two pages have: as comments are posted, others move to the next page. */
const withoutRepeats = (comments: readonly Comment[]) => [
  ...new Map(comments.map((one) => [one.id, one])).values(),
]

type FoundComments = Pick<ShownComments, 'comments' | 'count'>

/** A page of an article's comments. Another server of the API may send them with the article alone. */
export async function fetchComments(
  api: ApiClient,
  id: number,
  page: number,
): Promise<FoundComments> {
  try {
    const found = await api.comments.ofArticle({ id, page, page_size: commentsPageSize })
    return { comments: found.results, count: found.total_items }
  } catch (error) {
    if (parseApiError(error).status !== 404) throw error
    const { comments, comment_count } = await api.news.get({ id })
    return { comments, count: comment_count }
  }
}

/** Adds the next page. */
export function withNextPage(before: ShownComments, next: FoundComments): ShownComments {
  const comments = withoutRepeats([...before.comments, ...next.comments])
  return { ...before, comments, count: next.count, lastPage: before.lastPage + 1 }
}

/**
 * The first page as it is now, above what is shown of the others. It is alone where they no longer follow it. Above a
 * page far down it would hide a gap.
 */
export function withFirstPage(before: ShownComments, first: FoundComments): ShownComments {
  if (before.firstPage > 1) return before
  const byId = new Map(before.comments.map((one) => [one.id, one]))
  const lastId = first.comments.at(-1)?.id
  const end = before.comments.findIndex(({ id }) => id === lastId) + 1
  const older = end === 0 ? [] : before.comments.slice(end)
  const olderMax = first.count - first.comments.length
  const newest = first.comments.map((one) => withTimes(one, byId.get(one.id)))
  return {
    ...before,
    comments: [...newest, ...older.slice(0, olderMax)],
    count: first.count,
    lastPage: end === 0 ? 1 : before.lastPage,
  }
}

/** Keeps the times of a comment: those of what was posted here are told by the visitor's own clock. */
function withTimes(comment: Comment, before: Comment | undefined): Comment {
  if (!before) return comment
  const { latest_reply: reply } = comment
  const shown = before.latest_reply
  const isSame = reply && shown && reply.id === shown.id
  const latest_reply = isSame ? { ...reply, created_at: shown.created_at } : reply
  return { ...comment, latest_reply, created_at: before.created_at }
}
