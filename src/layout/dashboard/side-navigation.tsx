import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useUser } from '#client/api/use-auth-state.ts'
import { classNames } from '#ui/class-names.ts'
import { type Section, sectionGroups } from './sections.ts'

/** Links to the pages that the user's role may see. */
export function SideNavigation({ onFollow }: { onFollow?: () => void }) {
  const { role } = useUser()
  const navigation = useShownSection()
  const groups = sectionGroups
    .map(({ heading, sections }) => ({
      heading,
      sections: sections.filter(({ roles }) => roles.includes(role)),
    }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <nav ref={navigation} aria-label="Dashboard" className="flex flex-col gap-5">
      {groups.map(({ heading, sections }) => (
        <div key={heading ?? ''}>
          {heading && <p className="mb-1.5 px-3 font-semibold text-muted text-xs">{heading}</p>}
          <ul className="flex flex-col gap-0.5">
            {sections.map(({ label, to, icon: Icon, useCount }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/dashboard'}
                  onClick={onFollow}
                  className={classNames(
                    'flex min-h-11 scroll-my-3 items-center gap-3 rounded px-3 font-medium transition-colors lg:min-h-9',
                    'hover:bg-text/8 aria-[current=page]:bg-primary aria-[current=page]:text-on-primary',
                  )}
                >
                  <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                  {label}
                  {useCount && <SectionCount useCount={useCount} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Scrolls the current page's link into sight: the list may be longer than the screen is high. */
function useShownSection() {
  const navigation = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is the current one
  useEffect(() => {
    const current = navigation.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [pathname])
  return navigation
}

function SectionCount({ useCount }: Required<Pick<Section, 'useCount'>>) {
  const { count, noun } = useCount() ?? { count: 0, noun: '' }
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-primary-soft px-2 py-0.5 font-semibold text-primary text-xs tabular-nums">
      <span className="sr-only">, </span>
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {noun}</span>
    </span>
  )
}
