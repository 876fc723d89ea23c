import type { ReactNode } from 'react'

/** What went wrong with a whole form, announced when it appears. Render it always, with nothing in it at first. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:absolute">
      {children && (
        <p className="rounded bg-error-soft px-4 py-3 font-medium text-error text-sm">{children}</p>
      )}
    </div>
  )
}
