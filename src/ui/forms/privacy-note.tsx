import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type FormNoteProps = {
  /** The part of the privacy page that tells more. */
  section: string
  className?: string
  /** One honest sentence on what becomes of the details. */
  children: ReactNode
}

/** What becomes of what a form takes. Its link opens a window of its own, so that nothing typed is lost. */
export function PrivacyNote({ section, className, children }: FormNoteProps) {
  return (
    <p className={classNames('text-muted text-sm', className)}>
      {children}{' '}
      <a
        href={`/privacy#${section}`}
        target="_blank"
        rel="noopener"
        className="underline underline-offset-2 hover:text-text"
      >
        Privacy<span className="sr-only"> (in a new window)</span>
      </a>
    </p>
  )
}
