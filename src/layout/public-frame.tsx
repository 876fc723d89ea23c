import { type ReactNode, useEffect } from 'react'
import { useCompany } from '#client/use-company.ts'
import { phoneHref } from '#shared/company.ts'
import { Mail, Phone } from '#ui/icons.ts'
import { contentId, SkipLink } from '#ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notifications } from './notifications.tsx'
import { OfflineLinks } from './offline-links.tsx'
import { SocialLinks } from './social-links.tsx'

/** The document may be one without the frame, from which the router came here. */
function startScripts() {
  if (document.documentElement.dataset.framed === undefined) void import('#client/page/frame.ts')
}

/** The frame of every public page. `newsletter` is the form in the footer's last column. */
export function PublicFrame({
  newsletter,
  children,
}: {
  newsletter?: ReactNode
  children: ReactNode
}) {
  useEffect(startScripts, [])
  return (
    <div className="flex min-h-dvh flex-col max-lg:has-[[data-notification]]:pb-24">
      <SkipLink />
      <OfflineLinks />
      <TopBar />
      <Header />
      <main id={contentId} tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer>{newsletter}</Footer>
      <Notifications className="fixed right-4 left-4 ml-auto max-w-96 max-lg:bottom-1 lg:top-4" />
    </div>
  )
}

/** The contact line above the header. On phones the social networks have a row of their own. */
function TopBar() {
  const { email, phone } = useCompany().contact
  const link =
    'inline-flex min-h-10 items-center gap-2 py-1 hover:underline underline-offset-4 [&_svg]:shrink-0'
  return (
    <section aria-label="Contact details" className="scheme-dark bg-ink text-xs">
      <div className="wrap flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <div className="flex grow flex-wrap items-center justify-between gap-x-6 sm:justify-start">
          <a href={`mailto:${email}`} className={link}>
            <Mail aria-hidden="true" className="size-3.5 text-accent" />
            <span className="wrap-anywhere">{email}</span>
          </a>
          <a href={phoneHref(phone)} className={`${link} whitespace-nowrap`}>
            <Phone aria-hidden="true" className="size-3.5 text-accent" />
            {phone}
          </a>
        </div>
        <SocialLinks className="max-sm:-mx-2 max-sm:w-full max-sm:justify-between max-sm:pb-1 print:hidden" />
      </div>
    </section>
  )
}
