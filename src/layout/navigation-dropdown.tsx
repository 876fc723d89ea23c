import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import type { NavigationLink } from './navigation.ts'
import { navigationItem } from './navigation-item.ts'

type Opened = false | 'hover' | 'click'

/**
 * A button of the header that opens a few links: on hover, on click (it then stays open), or by the keyboard. Escape
 * closes it, and so does leaving it. Without JavaScript it opens on hover and focus.
 */
export function NavigationDropdown({ label, links }: { label: string; links: NavigationLink[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<Opened>(false)

  function handleHover(event: PointerEvent, next: Opened) {
    if (event.pointerType === 'mouse') setOpened((now) => (now === 'click' ? now : next))
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && opened) {
      setOpened(false)
      button.current?.focus()
    }
    if (event.key === 'ArrowDown' && event.target === button.current) {
      event.preventDefault()
      setOpened('click')
      const list = button.current?.nextElementSibling
      requestAnimationFrame(() => list?.querySelector('a')?.focus())
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of its children
    <div
      className="group relative"
      onPointerEnter={(event) => handleHover(event, 'hover')}
      onPointerLeave={(event) => handleHover(event, false)}
      onKeyDown={handleKey}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpened(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={Boolean(opened)}
        aria-controls={id}
        onClick={() => setOpened(opened === 'click' ? false : 'click')}
        className={classNames(navigationItem, 'group-has-[[aria-current=page]]:after:scale-x-100')}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 transition-transform', opened && 'rotate-180')}
        />
      </button>
      <div
        id={id}
        className={classNames('dropdown absolute top-full left-0 pt-2', !opened && 'hidden')}
      >
        <ul className="min-w-52 animate-rise rounded bg-raised p-2 shadow-high ring-1 ring-line">
          {links.map(({ label: text, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                onClick={() => setOpened(false)}
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
