import { type Dispatch, type SetStateAction, useState } from 'react'
import { api } from '#client/api/client.ts'
import { pluralize } from '#shared/format.ts'
import { LoadMore, type LoadStatus } from '#ui/load-more.tsx'
import { commentsUrl, fetchComments, nextPageOf, withNextPage } from './comment-pages.ts'
import type { ShownComments } from './shown-comments.ts'

type MoreCommentsProps = {
  articleId: number
  shown: ShownComments
  setShown: Dispatch<SetStateAction<ShownComments>>
}

/** How many of the comments are shown, and the link to the next page of them. */
export function MoreComments({ articleId, shown, setShown }: MoreCommentsProps) {
  const [status, setStatus] = useState<LoadStatus>('ready')
  const nextPage = nextPageOf(shown)
  const total = pluralize(shown.count, 'comment')

  async function loadNext() {
    if (!nextPage || status === 'loading') return false
    setStatus('loading')
    try {
      const next = await fetchComments(api, articleId, nextPage)
      setShown((now) => withNextPage(now, next))
      setStatus('ready')
      return true
    } catch (error) {
      console.error('Comments could not be loaded', error)
      setStatus('failed')
      return false
    }
  }

  return (
    <LoadMore
      what="comments"
      label="Load More Comments"
      status={status}
      shown={nextPage ? `${shown.comments.length} of ${total} shown` : `That is all: ${total}`}
      nextUrl={nextPage ? commentsUrl(nextPage) : undefined}
      loadNext={loadNext}
    />
  )
}
