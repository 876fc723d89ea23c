import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '#layout/logo.tsx'
import { Notifications } from '#layout/notifications.tsx'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'
import { contentId, SkipLink } from '#ui/skip-link.tsx'

type DashboardFrameProps = {
  navigation: ReactNode
  mobileNavigation: ReactNode
  /** Opens the command palette, on small screens and in the sidebar. */
  paletteButton?: ReactNode
  widePaletteButton?: ReactNode
  userMenu: ReactNode
  /** The same menu with the user's name, at the bottom of the sidebar. */
  wideUserMenu: ReactNode
  children: ReactNode
}

/** The frame of every dashboard page. Its props need a user; the skeleton passes placeholders. */
export function DashboardFrame(props: DashboardFrameProps) {
  return (
    <div className="min-h-dvh max-lg:has-[[data-notification]]:pb-24 not-print:lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <SkipLink />
      <aside className="scheme-dark bg-ink print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
        <Link to="/dashboard" className="px-6 pt-6 pb-5 max-lg:hidden">
          <Logo />
        </Link>
        <div className="grid max-lg:hidden">{props.widePaletteButton}</div>
        <div className="scroll-edges min-h-0 grow overflow-y-auto px-3 py-2 max-lg:hidden">
          {props.navigation}
        </div>
        {/* Here they cover nothing. On small screens they do, below, where the page can be scrolled past them. */}
        <Notifications className="max-lg:fixed max-lg:inset-x-4 max-lg:bottom-1 lg:px-3" />
        <div className="p-3 max-lg:hidden">{props.wideUserMenu}</div>
        <ImigongoEdge seed="dashboard" heightPx={24} className="max-lg:hidden" />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="flex min-h-16 items-center justify-between gap-2 border-line border-b px-gutter lg:hidden">
          <div className="flex items-center gap-1">
            {props.mobileNavigation}
            <Link to="/dashboard" className="flex">
              <Logo />
            </Link>
          </div>
          <div className="flex items-center gap-1">
            {props.paletteButton}
            {props.userMenu}
          </div>
        </header>
        <main
          id={contentId}
          tabIndex={-1}
          className="mx-auto w-full max-w-[100rem] grow px-gutter pt-6 pb-16 lg:pt-8"
        >
          {props.children}
        </main>
      </div>
    </div>
  )
}
