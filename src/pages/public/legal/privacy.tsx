import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { Route } from './+types/privacy.ts'
import { privacyChapters } from './privacy-chapters.tsx'
import { WrittenPage } from './written-page.tsx'

const description = 'What we store of you, why, for how long and who sees it, in plain words.'

export const meta = (here: Route.MetaArgs) => pageMeta(here, { title: 'Privacy', description })

export default function PrivacyPage() {
  return (
    <>
      <HeroBanner title="Privacy" description={description} seed="ibanga" />
      <WrittenPage changedOn={privacyVersion} chapters={privacyChapters} />
    </>
  )
}
