import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export type Tab = { id: string; label: ReactNode; content: ReactNode }

type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The chosen tab, when the page keeps it; else the first is chosen at the start. */
  value?: string
  onChange?: (id: string) => void
  className?: string
}

/** Tabs: arrows, Home and End move between them and choose. All panels are in the page, so search engines read them. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(tabs[0]?.id)
  const current = value ?? chosen

  function choose(tab: Tab) {
    setChosen(tab.id)
    onChange?.(tab.id)
  }

  function handleKey(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === current)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || !tab) return
    event.preventDefault()
    choose(tab)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="mx-auto mb-8 flex w-fit max-w-full gap-1 overflow-x-auto rounded bg-sand p-1.5"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}-tab`}
            aria-controls={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => choose(tab)}
            className={classNames(
              'min-h-11 rounded-sm px-5 font-semibold transition-colors sm:px-8',
              tab.id === current
                ? 'bg-primary text-on-primary shadow-low'
                : 'text-muted hover:text-text',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}-tab`}
          hidden={tab.id !== current}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control in it has to be reachable
          tabIndex={0}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
