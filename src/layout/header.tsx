import { Link, NavLink } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { risesInHeader } from './header-motion.ts'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { applyLink, navigation } from './navigation.ts'
import { NavigationDropdown } from './navigation-dropdown.tsx'
import { navigationItem } from './navigation-item.ts'

/**
 * The header: 80 px at the top of the page, fixed and 64 px once scrolled (`src/client/page/header.ts`). It still takes
 * up 80 px, against jumps.
 */
export function Header() {
  return (
    <div className="relative z-30 h-20">
      <header className="absolute inset-x-0 top-0 h-20 in-data-scrolled:fixed in-data-scrolled:h-16 in-data-scrolled:animate-settle bg-surface in-data-scrolled:shadow-high shadow-low transition-[height,box-shadow] duration-500">
        {/* Stays 80 px high: its content and the lower edge move by transforms, without a new layout. */}
        <div className="wrap pointer-events-none flex h-20 items-center justify-between gap-6 *:pointer-events-auto">
          <Link to="/" className={classNames('-m-1.5 flex rounded p-1.5', risesInHeader)}>
            <Logo />
          </Link>
          <nav aria-label="Main" className={classNames('hidden lg:block', risesInHeader)}>
            <ul className="flex items-center gap-1">
              {navigation.map((entry) => (
                <li key={entry.label}>
                  {'to' in entry ? (
                    <NavLink to={entry.to} end={entry.to === '/'} className={navigationItem}>
                      {entry.label}
                    </NavLink>
                  ) : (
                    <NavigationDropdown label={entry.label} links={entry.children} />
                  )}
                </li>
              ))}
              <li className="ml-3">
                <ButtonLink to={applyLink.to} variant="accent">
                  {applyLink.label}
                </ButtonLink>
              </li>
            </ul>
          </nav>
          <div className="flex items-center gap-3 lg:hidden print:hidden">
            <span className={risesInHeader}>
              <ButtonLink to={applyLink.to} variant="accent" size="sm">
                {applyLink.label}
              </ButtonLink>
            </span>
            <MobileMenu />
          </div>
        </div>
      </header>
    </div>
  )
}
