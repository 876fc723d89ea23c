import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import type { Route } from './+types/terms.ts'
import { termsChapters } from './terms-chapters.tsx'
import { WrittenPage } from './written-page.tsx'

const description = 'What we may expect of one another when you use this site.'

export const meta = (here: Route.MetaArgs) => pageMeta(here, { title: 'Terms of use', description })

export default function TermsPage() {
  return (
    <>
      <HeroBanner title="Terms of use" description={description} seed="amategeko" />
      <WrittenPage changedOn="2026-11-20" chapters={termsChapters} />
    </>
  )
}
