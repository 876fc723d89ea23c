import { Button } from '../button.tsx'

type QuietFailureProps = {
  /** As the sentence begins: 'The articles'. */
  what: string
  onRetry: () => void
  /** Whether it stands in place of a button that was pressed, whose focus it takes over. */
  isAsked?: boolean
}

/** The quiet line where something could not be loaded. */
export function QuietFailure({ what, onRetry, isAsked }: QuietFailureProps) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted"
    >
      {what} could not be loaded.
      <Button variant="secondary" size="sm" autoFocus={isAsked} onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
