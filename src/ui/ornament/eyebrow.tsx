import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** The small line of capitals above a heading, such as 'WHO WE ARE'. */
export function Eyebrow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'flex items-center gap-3 font-bold text-accent text-xs uppercase tracking-[0.14em]',
        className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 34 12"
        className="h-3 w-8.5 shrink-0 fill-none stroke-2 stroke-current"
      >
        <path d="m1 11 8-9 8 9 8-9 8 9" />
      </svg>
      {children}
    </p>
  )
}
