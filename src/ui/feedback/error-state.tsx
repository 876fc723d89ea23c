import type { ReactNode } from 'react'
import { RetryButton } from './retry-button.tsx'

/** Shown in place of data that could not be loaded. */
export function ErrorState({ text, onRetry }: { text: ReactNode; onRetry: () => unknown }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded bg-error-soft px-6 py-10 text-center"
    >
      <p className="max-w-lg font-medium">{text}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  )
}
