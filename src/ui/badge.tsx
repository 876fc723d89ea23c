import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'success' | 'error' | 'info' | 'warning'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sand text-muted ring-1 ring-line ring-inset',
  primary: 'bg-primary-soft text-primary',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  error: 'bg-error-soft text-error',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
}

type BadgeProps = { tone?: BadgeTone; className?: string; children: ReactNode }

/** A short label for a state or kind. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-xs',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
