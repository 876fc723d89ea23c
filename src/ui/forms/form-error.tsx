import type { ReactNode } from 'react'

type FormErrorProps = {
  children?: ReactNode
  /** Whether a notification says the same, which screen readers then announce alone. */
  isNotified?: boolean
}

/** The error of a whole form. Render it empty from the start, so that screen readers announce the error. */
export function FormError({ children, isNotified }: FormErrorProps) {
  return (
    <div role={isNotified ? undefined : 'alert'} className="empty:absolute">
      {children && (
        <p className="rounded bg-error-soft px-4 py-3 font-medium text-error text-sm">{children}</p>
      )}
    </div>
  )
}
