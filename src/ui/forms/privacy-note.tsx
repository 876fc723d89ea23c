import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type PrivacyNoteProps = {
  /** The id of the section of the privacy page to link. */
  section: string
  className?: string
  /** One sentence about the use of the personal data. */
  children: ReactNode
}

/** Explains the use of the data in a form. Its link opens a new window, so that no typed values are lost. */
export function PrivacyNote({ section, className, children }: PrivacyNoteProps) {
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
