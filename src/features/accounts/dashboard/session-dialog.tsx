import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useUser } from '#client/api/use-auth-state.ts'
import { Button } from '#ui/button.tsx'
import { useModal } from '#ui/overlays/use-modal.ts'
import { SignInForm } from '../public/sign-in-form.tsx'

type SessionDialogProps = { onSignOut: () => void }

/** Asks to sign in again after the session has ended, over the page with all that is typed in it. */
export function SessionDialog(props: SessionDialogProps) {
  // In the body: an open dialog of the page hides from screen readers what was there before it.
  return createPortal(<OpenSessionDialog {...props} />, document.body)
}

function OpenSessionDialog({ onSignOut }: SessionDialogProps) {
  const { email } = useUser()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, (element) => element.querySelector('input:not([readonly])'))
  useEffect(() => {
    addEventListener('keydown', ignoreEscape, true)
    return () => removeEventListener('keydown', ignoreEscape, true)
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-title"
      aria-describedby="session-text"
      className="m-auto w-[calc(100%-2rem)] max-w-md animate-rise rounded bg-raised p-6 text-text shadow-high backdrop:bg-black/55 sm:p-7"
    >
      <h2 id="session-title" className="text-xl">
        Your session has ended
      </h2>
      <p id="session-text" className="mt-2 mb-6 text-muted">
        Sign in again to go on. Nothing that you typed is lost.
      </p>
      <SignInForm email={email} />
      <Button variant="quiet" className="mt-3 w-full" onClick={onSignOut}>
        Sign out and discard it
      </Button>
    </dialog>
  )
}

/** Neither this dialog nor one below it closes. */
function ignoreEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
