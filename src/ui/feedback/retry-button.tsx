import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'

type RetryButtonProps = {
  onRetry: () => unknown
  /** Whether it replaces a button that was clicked, and takes over the focus. */
  isAsked?: boolean
}

/**
 * Tries again what failed, and is busy until that is done. If it goes while it has the focus, the section in which it
 * stands has it, which then shows what was loaded.
 */
export function RetryButton({ onRetry, isAsked }: RetryButtonProps) {
  const [isTrying, setTrying] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    const { current } = button
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
      autoFocus={isAsked}
      onClick={retry}
    >
      Try again
    </Button>
  )
}

function focusAround(element: Element) {
  const section = element.closest<HTMLElement>('section,dialog,main')
  section?.setAttribute('tabindex', '-1')
  section?.focus({ preventScroll: true })
}
