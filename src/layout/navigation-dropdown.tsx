import { useId } from 'react'
import { NavLink } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { ChevronDown } from '#ui/icons.ts'
import type { NavigationLink } from './navigation.ts'
import { navigationItem } from './navigation-item.ts'

/**
 * A button of the header that opens a few links: on hover, on click, or by the keyboard (`src/client/page/menus.ts`).
 */
export function NavigationDropdown({ label, links }: { label: string; links: NavigationLink[] }) {
  const id = useId()
  return (
    <div data-menu="hover" data-plain="" className="group relative">
      <button
        type="button"
        aria-expanded={false}
        aria-controls={id}
        className={classNames(navigationItem, 'group-has-[[aria-current=page]]:after:scale-x-100')}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-data-open:rotate-180"
        />
      </button>
      <div id={id} className="dropdown absolute top-full left-0 hidden pt-2 group-data-open:block">
        <ul className="min-w-52 animate-rise rounded bg-raised p-2 shadow-high ring-1 ring-line">
          {links.map(({ label: text, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="flex min-h-11 items-center rounded-sm px-3 font-semibold text-sm hover:bg-primary-soft hover:text-primary aria-[current=page]:text-primary"
              >
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
