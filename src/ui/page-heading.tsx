import type { ReactNode } from 'react'

type PageHeadingProps = {
  title: ReactNode
  /** A line below the title. */
  text?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** The heading of a dashboard page. */
export function PageHeading({ title, text, actions }: PageHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 sm:grow sm:basis-88">
        <h1 className="wrap-anywhere text-2xl">{title}</h1>
        {text && <div className="mt-1 text-muted text-sm">{text}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </div>
  )
}
