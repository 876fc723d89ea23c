import { lazy, type ReactNode, useMemo } from 'react'
import { Later, whenNear } from '#ui/later.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { Notifications } from './notifications.tsx'
import { contentId, SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

const Footer = lazy(
  whenNear('footer', async () => ({ default: (await import('./footer.tsx')).Footer })),
)

/** What is around every public page. `newsletter` is the form in the footer's last column. */
export function PublicFrame({
  newsletter,
  children,
}: {
  newsletter?: ReactNode
  children: ReactNode
}) {
  // Always the same, so that it stays as the server wrote it until its script is there.
  const footer = useMemo(() => <Later name="footer">{footer}</Later>, [newsletter])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavigationProgress />
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
