import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** Opens the share dialog. Hidden without JavaScript, which it needs. */
export function ShareButton({ title }: { title: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)} className="noscript:hidden">
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="size-4.5 fill-none stroke-2 stroke-current"
        >
          <path d="M10 13V2M6 5.5 10 1.5l4 4M4 9H3v9.5h14V9h-1" />
        </svg>
        Share
      </Button>
      {isOpen && <ShareDialog title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}
