import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#shared/format.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import type { ArticleCategory } from '../categories.ts'
import type { Article } from '../contract.ts'
import { ArticleBanner } from './article-banner.tsx'
import { loadRelated, type RelatedArticle } from './load-related.ts'

type RelatedArticlesProps = {
  article: Pick<Article, 'slug' | 'category'>
  /** Null if they could not be loaded. */
  related: readonly RelatedArticle[] | null
}

/** Other articles of the same category. Its `key` must be the article. */
export function RelatedArticles({ article, related }: RelatedArticlesProps) {
  const [found, setFound] = useState(related)

  async function reload() {
    try {
      const { api } = await import('#client/api/client.ts')
      setFound(await loadRelated(api, article))
    } catch (error) {
      console.error('Related articles could not be loaded', error)
    }
  }

  return (
    <section aria-labelledby="related" className="bg-sand print:hidden">
      <div className="wrap py-section">
        <h2 id="related" className="text-3xl">
          Related Articles
        </h2>
        <div className="mt-8">
          {found === null && <QuietFailure what="Related articles" onRetry={reload} />}
          {found?.length === 0 && <p className="text-muted">No related articles found.</p>}
          {found && found.length > 0 && (
            <ul className="grid gap-6 md:grid-cols-3">
              {found.map((one) => (
                <li key={one.id} className="min-w-0">
                  <RelatedCard article={one} category={article.category} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

function RelatedCard({
  article,
  category,
}: {
  article: RelatedArticle
  category: ArticleCategory
}) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded bg-raised shadow-low transition-[box-shadow,translate] duration-500 hover:-translate-y-1 hover:shadow-high">
      <ArticleBanner
        article={{ ...article, category }}
        sizes="(min-width: 48rem) 24rem, 92vw"
        unitPx={2}
        className="h-20 sm:h-24"
      />
      <div className="flex grow flex-col p-5">
        <h3 className="wrap-anywhere text-lg leading-snug">
          <Link
            to={`/insights/${article.slug}`}
            className="after:absolute after:inset-0 group-hover:underline"
          >
            {article.title}
          </Link>
        </h3>
        <p className="wrap-anywhere mt-auto pt-3 text-muted text-sm">
          By <bdi>{article.author}</bdi>
          <span aria-hidden="true">&nbsp;· </span>
          <time dateTime={article.done_at} className="whitespace-nowrap">
            {formatDate(article.done_at)}
          </time>
        </p>
      </div>
    </article>
  )
}
