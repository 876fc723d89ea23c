import { lazy } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { serverLoader } from '#client/loaders/loaders.ts'
import { useCompany } from '#client/use-company.ts'
import { loadLatestNews } from '#features/news/public/load-latest-news.ts'
import { TestimonialsSection } from '#features/testimonials/public/testimonials-section.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { companyStructuredData } from '#layout/structured-data.ts'
import { LazySection, loadWhenVisible } from '#ui/lazy/lazy-section.tsx'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(
    here,
    {
      title: 'Smart Talent. Global Reach.',
      description:
        'We connect employers around the world to skilled African talent, and train that talent in Kigali, Rwanda.',
    },
    import.meta.env.SSR && { structured: companyStructuredData },
  )
}

export const handle: PageHandle = { query: ['film', 'for'] }

const load = async (api: ApiClient) => ({ latestNews: await loadLatestNews(api) })

export const loader = serverLoader(load)
/** A navigation doesn't wait for the news: placeholders are shown until they are loaded. */
export const clientLoader = async () => ({ latestNews: null })

/** The loaded data doesn't depend on the query. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

const WhoWeAreSection = lazy(
  loadWhenVisible('who-we-are', async () => ({
    default: (await import('./who-we-are-section.tsx')).WhoWeAreSection,
  })),
)
const StatsBand = lazy(
  loadWhenVisible('figures', async () => ({
    default: (await import('../sections/stats-band.tsx')).StatsBand,
  })),
)
const ValueProposition = lazy(
  loadWhenVisible('value-proposition', async () => ({
    default: (await import('./value-proposition.tsx')).ValueProposition,
  })),
)
const WhyChoose = lazy(
  loadWhenVisible('why-choose', async () => ({
    default: (await import('../sections/why-choose.tsx')).WhyChoose,
  })),
)
const HowItWorks = lazy(
  loadWhenVisible('how-it-works', async () => ({
    default: (await import('./how-it-works.tsx')).HowItWorks,
  })),
)
const PartnerStrip = lazy(
  loadWhenVisible('partners', async () => ({
    default: (await import('./partner-strip.tsx')).PartnerStrip,
  })),
)
const LatestNews = lazy(
  loadWhenVisible('latest-news', async () => ({
    default: (await import('#features/news/public/latest-news.tsx')).LatestNews,
  })),
)

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { years, trained, partners, rate } = useCompany().about
  const stats = [
    { figure: years, label: 'Years Experience' },
    { figure: trained, label: 'Talents Trained' },
    { figure: partners, label: 'Partner Companies' },
    { figure: rate, label: 'Cost Reduction Rate' },
  ]
  return (
    <>
      <Hero />
      <LazySection name="who-we-are">
        <WhoWeAreSection />
      </LazySection>
      <LazySection name="figures">
        <StatsBand label="In figures" seed="figures" figures={stats} />
      </LazySection>
      <LazySection name="value-proposition">
        <ValueProposition />
      </LazySection>
      <LazySection name="why-choose">
        <WhyChoose />
      </LazySection>
      <TestimonialsSection />
      <LazySection name="how-it-works">
        <HowItWorks />
      </LazySection>
      <LazySection name="partners">
        <PartnerStrip />
      </LazySection>
      <LazySection name="latest-news">
        <LatestNews articles={loaderData.latestNews} />
      </LazySection>
    </>
  )
}
