import type { ReactNode } from 'react'

/** The error of a whole form. Render it empty from the start, so that screen readers announce the error. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:absolute">
      {children && (
        <p className="rounded bg-error-soft px-4 py-3 font-medium text-error text-sm">{children}</p>
      )}
    </div>
  )
}
