import { RetryButton } from './retry-button.tsx'

type QuietFailureProps = {
  /** The beginning of the sentence: 'The articles'. */
  what: string
  /** What failed: 'refreshed', where older content stays. */
  verb?: 'loaded' | 'refreshed'
  onRetry: () => unknown
  /** Whether it replaces a button that was clicked. */
  isAsked?: boolean
}

/** An unobtrusive message that content could not be loaded, in its place, or could not be refreshed. */
export function QuietFailure({ what, verb = 'loaded', onRetry, isAsked }: QuietFailureProps) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted"
    >
      {what} could not be {verb}.
      <RetryButton onRetry={onRetry} isAsked={isAsked} />
    </p>
  )
}
