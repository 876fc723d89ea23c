import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useNavigation } from 'react-router'
import type { ApiClient } from '#client/api.ts'
import { browserLoader, type LoaderArgs, serverLoader } from '#client/load.ts'
import { ArticleSkeletons } from '#features/news/site/article-card.tsx'
import { ArticleList } from '#features/news/site/article-list.tsx'
import { CategoryChips } from '#features/news/site/category-chips.tsx'
import { readInsightsAddress } from '#features/news/site/insights-address.ts'
import { loadArticles } from '#features/news/site/use-articles.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { site } from '#site'
import type { Route } from './+types/insights.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'News & Insights',
    description: `What ${site.name} learns about African talent, technology and business: news from Kigali, stories of our cohorts, and advice for those who hire.`,
  })
}

const addressOf = (url: string | URL) => readInsightsAddress(new URL(url).searchParams)

/** Without the articles the page still comes, and offers to try again. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const { category, page } = addressOf(request.url)
  try {
    return { category, first: await loadArticles(api, category, page) }
  } catch (error) {
    console.error('Articles could not be loaded', error)
    return { category, first: null }
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The next page of the same list joins what is there already. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  addressOf(currentUrl).category !== addressOf(nextUrl).category

export default function InsightsPage({ loaderData }: Route.ComponentProps) {
  const { location } = useNavigation()
  const asked =
    location?.pathname === '/insights'
      ? readInsightsAddress(new URLSearchParams(location.search))
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
      <div className="wrap py-[clamp(2.5rem,6vw,5rem)]">
        <CategoryChips chosen={asked?.category ?? category} />
        <h2 className="sr-only">Articles</h2>
        <div className="mt-8 sm:mt-10">
          {isChanging ? (
            <ArticleSkeletons count={6} />
          ) : (
            <ArticleList key={category} {...{ category, first }} />
          )}
        </div>
      </div>
    </>
  )
}
