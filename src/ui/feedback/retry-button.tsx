import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { focusIfLost } from '../focus-if-lost.ts'

type RetryButtonProps = {
  onRetry: () => unknown
  /** Whether it replaces a button that was clicked, and takes over the focus if nothing else has it by now. */
  isAsked?: boolean
}

/** Where the focus is after a button has gone with it: one that comes within has the same to try once more, most likely. */
let around: HTMLElement | null = null

/**
 * Tries again what failed, and is busy meanwhile, unless a placeholder takes its place. As it goes with the focus, the
 * section around it has it, in which what was loaded is shown.
 */
export function RetryButton({ onRetry, isAsked }: RetryButtonProps) {
  const [isTrying, setTrying] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    if (isAsked) focusIfLost(button.current)
  }, [isAsked])

  useLayoutEffect(() => {
    const { current } = button
    if (around?.contains(current) && around === document.activeElement)
      current?.focus({ preventScroll: true })
    return () => {
      if (current && current === document.activeElement) focusAround(current)
    }
  }, [])

  async function retry() {
    setTrying(true)
    try {
      await onRetry()
    } finally {
      setTrying(false)
    }
  }

  return (
    <Button
      ref={button}
      variant="secondary"
      size="sm"
      isBusy={isTrying}
      busyLabel="Trying again..."
      onClick={retry}
    >
      Try again
    </Button>
  )
}

function focusAround(button: Element) {
  around = button.closest<HTMLElement>('section,main')
  // A section that scrolls is reached by the Tab key already.
  if (around && !around.hasAttribute('tabindex')) around.tabIndex = -1
  around?.focus({ preventScroll: true })
}
