import { Button } from '../button.tsx'

type QuietFailureProps = {
  /** The beginning of the sentence: 'The articles'. */
  what: string
  onRetry: () => void
  /** Whether it replaces a button that was clicked. It then takes over the focus. */
  isAsked?: boolean
}

/** An unobtrusive message in place of content that could not be loaded. */
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
