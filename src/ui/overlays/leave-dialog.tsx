import { useLayoutEffect, useRef } from 'react'
import { Button } from '../button.tsx'

type LeaveDialogProps = {
  /** What would be left, as people call it: 'application'. */
  what: string
  isSending: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before a filled form is left. Shown as long as it is rendered; Escape and a hasty Enter stay. */
export function LeaveDialog({ what, isSending, onStay, onLeave }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  // Closed while it is still in the page, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    stay.current?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-md animate-rise rounded bg-raised p-6 text-text shadow-high backdrop:bg-black/55 sm:p-7"
    >
      <h2 id="leave-title" className="text-xl">
        {isSending ? `Stop sending your ${what}?` : `Leave your ${what}?`}
      </h2>
      <p id="leave-text" className="mt-3 text-muted">
        {isSending
          ? 'It is still on its way. If you go now, it may not arrive, and we cannot tell you.'
          : 'For your safety, nothing that you typed is stored. If you leave now, it is gone.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onLeave}>
          {isSending ? 'Stop sending' : 'Leave'}
        </Button>
        <Button ref={stay} onClick={onStay}>
          {isSending ? 'Keep sending' : 'Stay'}
        </Button>
      </div>
    </dialog>
  )
}
