import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { ArticleCard, ArticleSkeletons } from './article-card.tsx'
import { type CategoryChoice, insightsUrl } from './insights-url.ts'
import { type LoadedArticles, pageSize, useArticles } from './use-articles.ts'

/** The first article of the last page: before hydration the link loads it as a document. */
const newId = 'more'

type ArticleListProps = { category: CategoryChoice; first: LoadedArticles | null }

/** The articles of a category, loaded page by page. Its `key` must be the category. */
export function ArticleList({ category, first }: ArticleListProps) {
  const { loaded, status, load } = useArticles(category, first)
  const navigate = useNavigate()
  const line = useRef<HTMLParagraphElement>(null)
  const hasAsked = useRef(false)
  const isLastPage = !loaded || loaded.page >= loaded.totalPages

  // The button disappears with the last page, so the focus moves to the message.
  useEffect(() => {
    if (isLastPage && hasAsked.current) line.current?.focus({ preventScroll: true })
  }, [isLastPage])

  if (!loaded && status === 'loading') return <ArticleSkeletons count={6} />
  if (!loaded) return <QuietFailure what="The articles" onRetry={() => load(1)} />
  if (loaded.articles.length === 0) return <NoArticles {...{ category, page: loaded.page }} />

  const { firstPage } = loaded
  const nextAddress = insightsUrl(category, loaded.page + 1)

  /** Appends the next page, and updates the URL, so that coming back restores the list. */
  async function showNext() {
    hasAsked.current = true
    if (!loaded || !(await load(loaded.page + 1))) return
    await navigate(nextAddress, { replace: true, preventScrollReset: true })
  }

  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void showNext()
  }

  return (
    <>
      {firstPage > 1 && (
        <p className="mb-10 text-center">
          <Link
            reloadDocument
            to={insightsUrl(category, firstPage - 1)}
            className={buttonClass({ variant: 'secondary' })}
          >
            Newer Articles
          </Link>
        </p>
      )}
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {loaded.articles.map((article, index) => (
          <li
            key={article.id}
            id={
              loaded.page > 1 && index === (loaded.page - firstPage) * pageSize ? newId : undefined
            }
            className={classNames('min-w-0', index === 0 && firstPage === 1 && 'lg:col-span-3')}
          >
            <ArticleCard article={article} isFirst={index === 0 && firstPage === 1} />
          </li>
        ))}
      </ul>
      <div className="mt-10 flex flex-col items-center gap-4 text-center">
        <p ref={line} role="status" tabIndex={-1} className="text-muted text-sm">
          {status === 'loading' ? 'Loading more articles...' : shownLine(loaded, isLastPage)}
        </p>
        {status === 'failed' && <QuietFailure what="More articles" onRetry={showNext} />}
        {!isLastPage && status !== 'failed' && (
          <Link
            to={`${nextAddress}#${newId}`}
            onClick={handleClick}
            aria-disabled={status === 'loading'}
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
          >
            Load More Articles
          </Link>
        )}
      </div>
    </>
  )
}

function shownLine({ articles, firstPage }: LoadedArticles, isLastPage: boolean) {
  const before = (firstPage - 1) * pageSize
  return isLastPage
    ? `That is all: ${pluralize(before + articles.length, 'article')}`
    : `${pluralize(articles.length, 'article')} shown`
}

function NoArticles({ category, page }: { category: CategoryChoice; page: number }) {
  return (
    <EmptyState
      seed={`no articles ${category}`}
      title="No articles here yet"
      text="We write when there is something to tell. Come back soon, or read what else we have written."
      action={
        (category !== 'all' || page > 1) && (
          <Link to="/insights" className={buttonClass({ variant: 'secondary' })}>
            See all articles
          </Link>
        )
      }
    />
  )
}
