import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { type SettingSection, settingSections } from '#shared/settings.ts'
import { FilterChips } from '#ui/filter-chips.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { SettingRows } from '../contract.ts'
import { sectionTexts } from './setting-labels.ts'

const AboutSection = lazyComponent(() => import('./about-section.tsx'), 'AboutSection', null)
const CommentsSection = lazyComponent(
  () => import('./comments-section.tsx'),
  'CommentsSection',
  null,
)
const ContactSection = lazyComponent(() => import('./contact-section.tsx'), 'ContactSection', null)
const EmailsSection = lazyComponent(() => import('./emails-section.tsx'), 'EmailsSection', null)
const PartnersSection = lazyComponent(
  () => import('./partners-section.tsx'),
  'PartnersSection',
  null,
)
const RetentionSection = lazyComponent(
  () => import('./retention-section.tsx'),
  'RetentionSection',
  null,
)
const SocialSection = lazyComponent(() => import('./social-section.tsx'), 'SocialSection', null)
const VisitorsSection = lazyComponent(
  () => import('./visitors-section.tsx'),
  'VisitorsSection',
  null,
)

const path = '/dashboard/settings'

/** What administrators set of the site. @param section the one that is shown */
export function SettingsScreen({ section }: { section: SettingSection }) {
  const { data, error, refetch } = useRead('settings.get', undefined)
  return (
    <>
      <PageHeading title="Settings" text="Each part is saved on its own, and shown at once." />
      <div className="mb-6">
        <FilterChips
          isSmall
          label="Parts of the settings"
          choices={settingSections.map((value) => ({ value, label: sectionTexts[value].label }))}
          chosen={section}
          hrefOf={(value) => `${path}/${value}`}
        />
      </div>
      {!data && <NotLoaded error={error} refetch={refetch} block="h-96 w-full max-w-4xl rounded" />}
      {data && <Section key={section} section={section} rows={data} />}
    </>
  )
}

function Section({ section, rows }: { section: SettingSection; rows: SettingRows }) {
  if (section === 'contact') return <ContactSection row={rows.contact} />
  if (section === 'social') return <SocialSection row={rows.social} />
  if (section === 'about') return <AboutSection row={rows.about} />
  if (section === 'partners') return <PartnersSection row={rows.partners} />
  if (section === 'emails') return <EmailsSection row={rows.emails} />
  if (section === 'visitors') return <VisitorsSection row={rows.visitors} />
  if (section === 'retention') return <RetentionSection row={rows.retention} />
  return <CommentsSection row={rows.comments} />
}
