import type { ReactNode } from 'react'
import { Imigongo } from './imigongo.tsx'

type EmptyStateProps = {
  title: ReactNode
  /** Why there is nothing, or what one could do. */
  text?: ReactNode
  /** A button or link that helps on. */
  action?: ReactNode
  seed?: string
}

/** What stands where a list would, when it is empty. */
export function EmptyState({ title, text, action, seed = 'empty' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded bg-sand px-6 py-12 text-center">
      <div className="mb-3 size-24 rotate-45 overflow-hidden rounded shadow-low">
        <Imigongo seed={seed} bands={3} unitPx={2} />
      </div>
      <p className="font-bold text-xl">{title}</p>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
