import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type StaleNoticeProps = {
  text: ReactNode
  loadTheirs: () => void
  saveMine: () => unknown
}

/** Shown after somebody else has changed the row: loads their version, or overwrites it. */
export function StaleNotice({ text, loadTheirs, saveMine }: StaleNoticeProps) {
  return (
    <>
      <span className="block">{text}</span>
      <span className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={loadTheirs}>
          Load their version
        </Button>
        <Button variant="danger" size="sm" onClick={() => saveMine()}>
          Save mine anyway
        </Button>
      </span>
    </>
  )
}
