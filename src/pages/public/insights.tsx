import { Suspense, use } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { browserLoader, type LoaderArgs, serverLoader } from '#client/loaders/loaders.ts'
import { ArticleSkeletons } from '#features/news/public/article-card.tsx'
import { ArticleList } from '#features/news/public/article-list.tsx'
import { CategoryChips } from '#features/news/public/category-chips.tsx'
import { parseInsightsUrl } from '#features/news/public/insights-url.ts'
import { loadArticles, pagesAtOnceMax } from '#features/news/public/use-articles.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import type { Route } from './+types/insights.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'News & Insights',
    description: `What ${company.name} learns about African talent, technology and business: news from Kigali, stories of our cohorts, and advice for those who hire.`,
  })
}

export const handle: PageHandle = { query: ['category', 'page'] }

const queryOf = (url: string | URL) => parseInsightsUrl(new URL(url).searchParams)

/** If the articles can't be loaded, the page still renders, and offers to retry. */
async function load(api: ApiClient, { request }: LoaderArgs, pagesMax: number) {
  const { category, page } = queryOf(request.url)
  try {
    return { category, first: await loadArticles(api, category, page, pagesMax) }
  } catch (error) {
    console.error('Articles could not be loaded', error)
    return { category, first: null }
  }
}

/** A page far down is rendered without all that comes before it: a link leads there. */
export const loader = serverLoader((api, args: LoaderArgs) =>
  load(api, args, pagesAtOnceMax.server),
)

/** How long a navigation waits for the articles before it shows placeholders. */
const timeoutMs = 150

/**
 * A link to the page doesn't wait for a slow list. Going back waits, so that the scroll position can be restored: in
 * that case the browser's URL has already changed.
 */
export const clientLoader = browserLoader(async (api, args: LoaderArgs) => {
  const loading = load(api, args, pagesAtOnceMax.browser)
  if (window.location.pathname === new URL(args.request.url).pathname) return loading
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
  const loaded = await Promise.race([loading, timeout])
  return (
    loaded ?? {
      category: queryOf(args.request.url).category,
      first: loading.then(({ first }) => first),
    }
  )
})

/** Loading the next page of the same list keeps the loaded articles. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  queryOf(currentUrl).category !== queryOf(nextUrl).category

export default function InsightsPage({ loaderData }: Route.ComponentProps) {
  const { location } = useNavigation()
  const asked =
    location?.pathname === '/insights'
      ? parseInsightsUrl(new URLSearchParams(location.search))
      : null
  const { category, first } = loaderData
  const isChanging = asked !== null && asked.category !== category
  return (
    <>
      <HeroBanner
        seed="insights"
        title="News & Insights"
        description="What we learn about talent, technology and business on the way from Kigali to the world."
      />
      <div className="wrap py-section">
        <CategoryChips chosen={asked?.category ?? category} />
        <h2 className="sr-only">Articles</h2>
        <div className="mt-10">
          {isChanging ? (
            <ArticleSkeletons count={6} />
          ) : (
            <Suspense key={category} fallback={<ArticleSkeletons count={6} />}>
              <Articles category={category} first={first} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

type ArticlesProps = Pick<Route.ComponentProps['loaderData'], 'category' | 'first'>

function Articles({ category, first }: ArticlesProps) {
  return <ArticleList category={category} first={first instanceof Promise ? use(first) : first} />
}
