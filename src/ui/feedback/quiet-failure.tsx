import { Button } from '../button.tsx'

/** The quiet line where something could not be loaded. @param what as the sentence begins: 'The articles' */
export function QuietFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted"
    >
      {what} could not be loaded.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
