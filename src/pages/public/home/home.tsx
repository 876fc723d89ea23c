import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { serverLoader } from '#client/loaders/loaders.ts'
import { useCompany } from '#client/use-company.ts'
import { LatestNews } from '#features/news/public/latest-news.tsx'
import { loadLatestNews } from '#features/news/public/load-latest-news.ts'
import { loadTestimonials } from '#features/testimonials/public/load-testimonials.ts'
import { TestimonialsSection } from '#features/testimonials/public/testimonials-section.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { companyStructuredData } from '#layout/structured-data.ts'
import { LazySection } from '#ui/lazy/lazy-section.tsx'
import { StatsBand } from '../sections/stats-band.tsx'
import { WhyChoose } from '../sections/why-choose.tsx'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PartnerStrip } from './partner-strip.tsx'
import { ValueProposition } from './value-proposition.tsx'
import { WhoWeAreSection } from './who-we-are-section.tsx'

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

async function load(api: ApiClient) {
  const [latestNews, testimonials] = await Promise.all([
    loadLatestNews(api),
    loadTestimonials(api).catch((error: unknown) => {
      console.error('The testimonials could not be loaded', error)
      return null
    }),
  ])
  return { latestNews, testimonials }
}

export const loader = serverLoader(load)
/** A navigation doesn't wait for news and testimonials: placeholders are shown until they are loaded. */
export const clientLoader = async () => ({ latestNews: null, testimonials: null })

/** The loaded data doesn't depend on the query. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

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
      <WhoWeAreSection />
      <LazySection>
        <StatsBand label="In figures" seed="figures" stats={stats} />
        <ValueProposition />
      </LazySection>
      <LazySection>
        <WhyChoose />
      </LazySection>
      <LazySection>
        <TestimonialsSection testimonials={loaderData.testimonials} />
      </LazySection>
      <LazySection>
        <HowItWorks />
        <PartnerStrip />
      </LazySection>
      <LazySection>
        <LatestNews articles={loaderData.latestNews} />
      </LazySection>
    </>
  )
}
