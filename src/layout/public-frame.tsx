import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { Notifications } from './notifications.tsx'
import { OfflineLinks } from './offline-links.tsx'
import { contentId, SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

/** What is around every public page. `newsletter` is the form in the footer's last column. */
export function PublicFrame({
  newsletter,
  children,
}: {
  newsletter?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavigationProgress />
      <OfflineLinks />
      <TopBar />
      <Header />
      <main id={contentId} tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer>{newsletter}</Footer>
      <Notifications />
    </div>
  )
}
