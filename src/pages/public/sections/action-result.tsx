import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'

type ActionResultProps = {
  text: string
  isGood?: boolean
  /** Where to go on from here. */
  to: string
  linkText: string
  /** What is left to do, or to know. */
  children?: ReactNode
}

/** What a page without further steps says after its action, or instead of it. */
export function ActionResult({ text, isGood = false, to, linkText, children }: ActionResultProps) {
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focus was on the button of a form that is gone. The document itself keeps it as it loads.
    const isLost = document.activeElement === document.body
    if (isLost && 'hydrated' in document.documentElement.dataset) result.current?.focus()
  }, [])
  return (
    <>
      <p
        ref={result}
        tabIndex={-1}
        role="status"
        className={`${children ? 'mb-3' : 'mb-8'} font-semibold text-xl ${isGood ? 'text-success' : ''}`}
      >
        {text}
      </p>
      {children && <p className="mb-8">{children}</p>}
      <ButtonLink to={to}>{linkText}</ButtonLink>
    </>
  )
}
