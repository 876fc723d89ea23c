import { lazy, Suspense } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'

// The editor is as heavy as the rest of the dashboard.
const ArticleEditor = lazy(async () => {
  const load = () => import('./editor/article-editor.tsx')
  return { default: (await importWithRetry(load)).ArticleEditor }
})

const mostUsedTags = { page_size: 8, ordering: '-article_count' } as const

/** The page that writes an article. */
export function ArticleEditorPage({ id }: { id: number }) {
  const { search } = useListUrl()
  // What is in the cache may be older than the last save.
  const { data, error, refetch, isFetchedAfterMount } = useRead('drafts.get', { id })
  // They stand above the author, and would push it down if they came later.
  const tags = useRead('tags.list', mostUsedTags)
  const loading = (
    <div role="status" aria-label="Loading the article" className="max-w-3xl">
      <SkeletonText lines={8} />
    </div>
  )
  return (
    <>
      <nav aria-label="News" className="mb-2">
        <BackLink to={`/dashboard/news${search}`} />
      </nav>
      {data && isFetchedAfterMount && tags.isFetched ? (
        <Suspense fallback={loading}>
          <ArticleEditor loaded={data} tags={tags.data?.results.map(({ name }) => name) ?? []} />
        </Suspense>
      ) : error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        loading
      )}
    </>
  )
}
