import { Menu, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { risesInHeader } from './header-motion.ts'
import { applyLink, eventsLink, navigation } from './navigation.ts'

const links = [
  ...navigation.flatMap((entry) => ('to' in entry ? entry : entry.children)),
  eventsLink,
]

/**
 * The menu of small screens: a button that shows all links below the header. It closes on a link, on Escape (which
 * returns the focus to the button) and when the focus leaves it. Without JavaScript it shows while the button has the
 * focus.
 */
export function MobileMenu() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setIsOpen(false)
    button.current?.focus()
  }

  const close = () => setIsOpen(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of its children
    <div
      className="group lg:hidden"
      onKeyDown={handleKey}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        onClick={() => setIsOpen(!isOpen)}
        className={classNames(
          '-mr-2.5 grid size-11 place-items-center rounded hover:bg-primary-soft',
          risesInHeader,
        )}
      >
        {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
      </button>
      <nav
        id={id}
        aria-label="Menu"
        className={classNames(
          'dropdown absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto',
          'border-line border-t bg-surface shadow-high',
          !isOpen && 'hidden',
        )}
      >
        <ul className="wrap flex animate-rise flex-col py-4">
          {links.map(({ label, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                onClick={close}
                className="flex min-h-12 items-center rounded px-3 font-semibold text-lg hover:bg-primary-soft aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
              >
                {label}
              </NavLink>
            </li>
          ))}
          <li className="mt-3">
            <ButtonLink to={applyLink.to} variant="accent" onClick={close} className="w-full">
              {applyLink.label}
            </ButtonLink>
          </li>
        </ul>
      </nav>
    </div>
  )
}
