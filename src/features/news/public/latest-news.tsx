import { useCallback, useEffect, useState } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Eyebrow } from '#ui/ornament/eyebrow.tsx'
import { ArticleCard, ArticleSkeletons, type CardArticle } from './article-card.tsx'
import { loadLatestNews } from './load-latest-news.ts'

const titleLengthMax = 80

/**
 * The newest articles, on the home page.
 * @param articles the server's articles, or null if the browser must load them
 */
export function LatestNews({ articles }: { articles: readonly CardArticle[] | null }) {
  const { latest, hasFailed, reload } = useLatestNews(articles)
  return (
    <section aria-labelledby="latest-news" className="bg-sand">
      <div className="wrap py-section">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <Eyebrow>Insights</Eyebrow>
            <h2 id="latest-news" className="mt-5 text-3xl">
              Checkout Our Latest News & Resources
            </h2>
          </div>
          <ButtonLink to="/insights" variant="secondary" className="max-md:hidden">
            View All Articles
          </ButtonLink>
        </div>
        <div className="mt-10">
          {!latest && !hasFailed && (
            <div data-hydrates="near">
              <ArticleSkeletons count={3} />
            </div>
          )}
          {!latest && hasFailed && <QuietFailure what="The latest news" onRetry={reload} />}
          {latest?.length === 0 && (
            <EmptyState
              seed="no news"
              title="No news yet"
              text="We write when there is something to tell. Come back soon."
            />
          )}
          {latest && latest.length > 0 && (
            <ul className="grid gap-6 md:grid-cols-3">
              {latest.map((article) => (
                <li key={article.id} className="min-w-0">
                  <ArticleCard article={article} title={shortTitle(article.title)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

function useLatestNews(articles: readonly CardArticle[] | null) {
  const [latest, setLatest] = useState(articles)
  const [hasFailed, setHasFailed] = useState(false)
  const isMissing = articles === null

  const load = useCallback(async () => {
    const found = await import('#client/api/client.ts').then(
      ({ api }) => loadLatestNews(api),
      () => null,
    )
    setLatest(found)
    setHasFailed(found === null)
  }, [])

  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])

  return { latest, hasFailed, reload: load }
}

function shortTitle(title: string) {
  const characters = [...title]
  return characters.length > titleLengthMax
    ? `${characters.slice(0, titleLengthMax).join('')}…`
    : title
}
