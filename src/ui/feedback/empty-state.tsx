import type { ReactNode } from 'react'
import { Imigongo } from '../ornament/imigongo.tsx'

type EmptyStateProps = {
  title: ReactNode
  /** The reason, or a suggestion. */
  text?: ReactNode
  /** A button or link to the next step. */
  action?: ReactNode
  seed?: string
}

/** Shown in place of an empty list. */
export function EmptyState({ title, text, action, seed = 'empty' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded bg-sand px-6 py-12 text-center">
      <div className="mb-3 h-28 w-28 [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]">
        <Imigongo seed={seed} bands={4} unitPx={1.75} />
      </div>
      <p className="font-bold text-xl">{title}</p>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
