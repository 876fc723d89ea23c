import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** Shown in place of data that could not be loaded. */
export function ErrorState({ text, onRetry }: { text: ReactNode; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded bg-error-soft px-6 py-10 text-center"
    >
      <p className="max-w-lg font-medium">{text}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
