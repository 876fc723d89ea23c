import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = {
  title: ReactNode
  /** A line below the title. */
  text?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** The heading of a dashboard page. */
export function PageHeading({ title, text, actions }: PageHeadingProps) {
  const keptFocus = useKeptFocus()
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className={classNames('grow', text ? 'min-w-[min(100%,18rem)]' : 'min-w-0')}>
        <h1 className="wrap-anywhere text-2xl">{title}</h1>
        {/* A long text does not claim a line of its own, as a long title does. */}
        {text && <div className="mt-1 contain-inline-size text-muted text-sm">{text}</div>}
      </div>
      {actions && (
        <div {...keptFocus} className="flex flex-wrap items-center gap-2 print:hidden">
          {actions}
        </div>
      )}
    </div>
  )
}

/**
 * Keeps the focus in a group of buttons: when the focused one is gone, or the one that opened a dialog that has closed,
 * the last one that is there gets it.
 * @returns the props of the group
 */
function useKeptFocus() {
  const group = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)

  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    if (document.activeElement !== document.body) return
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    buttons.at(-1)?.focus()
  })

  // Events of a dialog that is rendered in the group come here as well.
  const isWithin = (target: Element) => group.current?.contains(target) ?? false
  return {
    ref: group,
    onFocus({ target }: FocusEvent) {
      if (isWithin(target)) focused.current = target
    },
    onBlur({ target, relatedTarget }: FocusEvent) {
      if (isWithin(target) && !relatedTarget?.closest('[role=dialog]')) focused.current = null
    },
  }
}
