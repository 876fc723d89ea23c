import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { useModal } from './use-modal.ts'

type LeaveGuardProps = {
  /** The form's name in messages: 'application'. */
  what: string
  isFilled: boolean
  isSending: boolean
  /** Whether an upload is running now. */
  isUnderWay?: () => boolean
  /** Runs before the form is left, such as to stop its upload. */
  onLeave?: () => void
}

/** Asks before a filled form is left, by `useLeaveGuard`. Escape and the focused button stay. */
export function LeaveGuard({ isUnderWay = () => false, onLeave, ...props }: LeaveGuardProps) {
  const blocker = useLeaveGuard({ ...props, isUnderWay })
  const isSafe = !props.isFilled && !props.isSending
  // What is stored while the dialog asks is not lost any more.
  useEffect(() => {
    if (isSafe && blocker.state === 'blocked') blocker.proceed()
  }, [isSafe, blocker])

  if (isSafe || blocker.state !== 'blocked') return null
  return (
    <LeaveQuestion
      {...props}
      onStay={blocker.reset}
      onLeave={() => {
        onLeave?.()
        blocker.proceed()
      }}
    />
  )
}

type LeaveQuestionProps = Pick<LeaveGuardProps, 'what' | 'isSending'> & {
  onStay: () => void
  onLeave: () => void
}

function LeaveQuestion({ what, isSending, onStay, onLeave }: LeaveQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useModal(dialog, () => stay.current)
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
        {isSending ? `Stop sending your ${what}?` : `Leave without sending your ${what}?`}
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
