import { Link } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { LoadMore, newId } from '#ui/load-more.tsx'
import { ArticleCard, ArticleSkeletons } from './article-card.tsx'
import { type CategoryChoice, insightsUrl } from './insights-url.ts'
import { type LoadedArticles, pageSize, useArticles } from './use-articles.ts'

type ArticleListProps = { category: CategoryChoice; first: LoadedArticles | null }

/** The articles of a category, loaded page by page. Its `key` must be the category. */
export function ArticleList({ category, first }: ArticleListProps) {
  const { loaded, status, load } = useArticles(category, first)

  if (!loaded && status === 'loading') return <ArticleSkeletons count={6} />
  if (!loaded) return <QuietFailure what="The articles" onRetry={() => load(1)} />
  if (loaded.articles.length === 0) return <NoArticles category={category} page={loaded.page} />

  const { firstPage, page } = loaded
  const isLastPage = page >= loaded.totalPages

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
            id={page > 1 && index === (page - firstPage) * pageSize ? newId : undefined}
            className={classNames('min-w-0', index === 0 && firstPage === 1 && 'lg:col-span-3')}
          >
            <ArticleCard article={article} isFirst={index === 0 && firstPage === 1} />
          </li>
        ))}
      </ul>
      <LoadMore
        what="articles"
        label="Load More Articles"
        status={status}
        shown={shownLine(loaded, isLastPage)}
        nextUrl={isLastPage ? undefined : insightsUrl(category, page + 1)}
        loadNext={() => load(page + 1)}
      />
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
