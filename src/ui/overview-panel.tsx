import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

export type OverviewPanelProps = {
  title: string
  /** The link to the page with all rows. */
  link?: { to: string; label: string }
  children: ReactNode
}

/** A section of an overview, with a link to the page with all rows. */
export function OverviewPanel({ title, link, children }: OverviewPanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col rounded bg-raised p-5 shadow-low">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {link && (
          <Link
            to={link.to}
            className="inline-flex min-h-6 items-center font-semibold text-primary text-sm underline-offset-4 hover:underline"
          >
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
