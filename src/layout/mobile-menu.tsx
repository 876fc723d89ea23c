import { useId } from 'react'
import { NavLink } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu, X } from '#ui/icons.ts'
import { risesInHeader } from './header-motion.ts'
import { applyLink, eventsLink, navigation } from './navigation.ts'

const links = [
  ...navigation.flatMap((entry) => ('to' in entry ? entry : entry.children)),
  eventsLink,
]

/** The menu of small screens: a button that shows all links below the header (`src/client/page/menus.ts`). */
export function MobileMenu() {
  const id = useId()
  return (
    <div data-menu="" data-plain="" className="group lg:hidden">
      <button
        type="button"
        aria-expanded={false}
        aria-controls={id}
        className={classNames(
          '-mr-2.5 grid size-11 place-items-center rounded hover:bg-primary-soft',
          risesInHeader,
        )}
      >
        <Menu aria-hidden="true" className="group-data-open:hidden" />
        <X aria-hidden="true" className="not-group-data-open:hidden" />
        <span className="sr-only">
          <span className="group-data-open:hidden">Open menu</span>
          <span className="not-group-data-open:hidden">Close menu</span>
        </span>
      </button>
      <nav
        id={id}
        aria-label="Menu"
        className={classNames(
          'dropdown absolute inset-x-0 top-full hidden max-h-[calc(100dvh-100%)] overflow-y-auto',
          'group-data-open:block border-line border-t bg-surface shadow-high',
        )}
      >
        <ul className="wrap flex animate-rise flex-col py-4">
          {links.map(({ label, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                className="flex min-h-12 items-center rounded px-3 font-semibold text-lg hover:bg-primary-soft aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
              >
                {label}
              </NavLink>
            </li>
          ))}
          <li className="mt-3">
            <ButtonLink to={applyLink.to} variant="accent" className="w-full">
              {applyLink.label}
            </ButtonLink>
          </li>
        </ul>
      </nav>
    </div>
  )
}
