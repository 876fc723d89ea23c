import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { pluralize } from '#shared/format.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { categoryLabels } from '../categories.ts'

/** The categories with their articles. There are always these four. */
export function CategoryList() {
  const { data, error, refetch } = useRead('tags.categories', undefined)
  return (
    <section aria-labelledby="categories" className="mt-10">
      <h2 id="categories" className="text-xl">
        Categories
      </h2>
      <p className="mt-1 mb-4 text-muted text-sm">Each article has one of these four.</p>
      {error && !data ? (
        <QuietFailure what="The categories" verb="loaded" onRetry={refetch} />
      ) : data ? (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {data.results.map(({ category, article_count, published_count }) => (
            <li key={category}>
              <Link
                to={`/dashboard/news?category=${category}`}
                className="block rounded bg-raised p-4 shadow-low hover:marked"
              >
                <span className="block font-semibold">{categoryLabels[category]}</span>
                <span className="block text-muted text-sm">
                  {pluralize(article_count, 'article')}, {published_count} on the site
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-20 w-full rounded" />
      )}
    </section>
  )
}
