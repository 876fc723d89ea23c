import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

type Tab = {
  id: string
  label: string
  /** The URL that shows this tab, for visitors without JavaScript and for new windows. */
  href: string
  content: ReactNode
}

type TabsProps = {
  /** The name of the tabs, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The chosen tab's id. */
  value: string
  onChoose: (id: string) => void
  className?: string
}

/**
 * Tabs that are links. The arrow keys, Home and End move between them and select one. All panels are in the HTML, so
 * that search engines read them and a selection needs no request.
 */
export function Tabs({ label, tabs, value, onChoose, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function handleKey(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === value)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
      ' ': at,
    }
    const target = targets[event.key]
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || !tab) return
    event.preventDefault()
    onChoose(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  function handleClick(event: MouseEvent, tab: Tab) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose(tab.id)
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
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
            onClick={(event) => handleClick(event, tab)}
            className={classNames(
              'inline-flex min-h-12 items-center rounded-sm px-4 font-semibold transition-colors sm:px-8',
              tab.id === value
                ? 'bg-primary text-on-primary'
                : 'text-muted hover:bg-primary-soft hover:text-text',
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
    </>
  )
}
