import { Fragment, type ReactNode, useId } from 'react'
import { useLocation } from 'react-router'
import { classNames } from './class-names.ts'

type Tab = {
  id: string
  label: string
  /** The URL that shows this tab, which becomes the page's, and opens in new windows. */
  href: string
  content: ReactNode
}

type TabsProps = {
  /** The name of the tabs, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The id of the tab that is selected at first. */
  value: string
  className?: string
}

/**
 * Tabs that are links, selected by `src/client/page/tabs.ts`. All panels are in the HTML, so that search engines read
 * them and a selection needs no request.
 */
export function Tabs({ label, tabs, value, className }: TabsProps) {
  const id = useId()
  const { key } = useLocation()
  return (
    // A navigation selects anew: of what the script has selected since, React knows nothing.
    <Fragment key={key}>
      <div
        role="tablist"
        aria-label={label}
        className={classNames(
          'flex w-fit max-w-full flex-wrap gap-1 rounded bg-raised p-1.5 shadow-low',
          className,
        )}
      >
        {tabs.map((tab) => (
          <a
            key={tab.id}
            role="tab"
            href={tab.href}
            id={`${id}-${tab.id}-tab`}
            aria-controls={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            tabIndex={tab.id === value ? 0 : -1}
            className={classNames(
              'inline-flex min-h-12 items-center rounded-sm px-4 font-semibold transition-colors sm:px-8',
              'text-muted aria-selected:bg-primary aria-selected:text-on-primary',
              'not-aria-selected:hover:bg-primary-soft not-aria-selected:hover:text-text',
            )}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}-tab`}
          hidden={tab.id !== value}
        >
          {tab.content}
        </div>
      ))}
    </Fragment>
  )
}
