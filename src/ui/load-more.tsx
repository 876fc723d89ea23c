import { type MouseEvent, startTransition, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { buttonClass } from './button.tsx'
import { QuietFailure } from './feedback/quiet-failure.tsx'
import { focusIfLost } from './focus-if-lost.ts'
import { useIsStaying } from './use-is-staying.ts'

/** The id of the first item of the last page: before hydration the link loads it as a document. */
export const newId = 'more'

export type LoadStatus = 'ready' | 'loading' | 'failed'

type LoadMoreProps = {
  /** What is listed, such as 'articles'. */
  what: string
  /** The link's text. */
  label: string
  status: LoadStatus
  /** How many are shown. */
  shown: string
  /** The URL that shows the next page as well; undefined after the last one. */
  nextUrl: string | undefined
  /** Appends the next page. @returns whether it could be loaded */
  loadNext: () => Promise<boolean>
}

/**
 * The link to the next page of a list, with how many are shown. After hydration it appends that page, and updates the
 * URL, so that coming back restores the list.
 */
export function LoadMore({ what, label, status, shown, nextUrl, loadNext }: LoadMoreProps) {
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const line = useRef<HTMLParagraphElement>(null)
  const hasAsked = useRef(false)
  /** Where the page's loader reads what the URL names. */
  const [isOpening, setOpening] = useState(false)
  const isLoading = status === 'loading' || isOpening
  const hasFailed = status === 'failed' && !isOpening

  // The link disappears with the last page, so the focus moves to the message.
  useEffect(() => {
    if (!nextUrl && hasAsked.current) focusIfLost(line.current)
    hasAsked.current = false
  }, [nextUrl])

  async function showNext() {
    hasAsked.current = true
    if (!nextUrl || !(await loadNext()) || !isStaying()) return
    setOpening(true)
    await navigate(nextUrl, { replace: true, preventScrollReset: true })
    // As the router shows what it has loaded: at once, the failure before would be shown again until then.
    startTransition(() => setOpening(false))
  }

  function retry() {
    // The button that is pressed goes.
    line.current?.focus({ preventScroll: true })
    void showNext()
  }

  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void showNext()
  }

  return (
    <div className="mt-10 flex flex-col items-center gap-4 text-center">
      <p ref={line} role="status" tabIndex={-1} className="text-muted text-sm">
        {isLoading ? `Loading more ${what}...` : shown}
      </p>
      {hasFailed && <QuietFailure what={`More ${what}`} onRetry={retry} isAsked />}
      {nextUrl && !hasFailed && (
        <Link
          to={`${nextUrl}#${newId}`}
          onClick={handleClick}
          aria-disabled={isLoading}
          className={buttonClass({ variant: 'secondary', size: 'lg' })}
        >
          {label}
        </Link>
      )}
    </div>
  )
}
