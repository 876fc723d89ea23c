import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useKeptFocus } from './use-kept-focus.ts'

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
