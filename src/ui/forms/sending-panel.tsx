import { useRef, useSyncExternalStore } from 'react'
import { WifiOff } from '#ui/icons.ts'
import { Button } from '../button.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { ignoreDoubleClick } from './ignore-double-click.ts'

export type Sending =
  | { status: 'idle' }
  | { status: 'sending'; percent: number }
  /** `text` is the reason, or null when it is unknown. */
  | { status: 'lost'; text: string | null }

type SendingPanelProps = {
  /** The form's name in messages: 'application'. */
  what: string
  sending: Sending
  /** Whether the chosen resume can still be sent: it is taken out when it turns out to be unreadable. */
  hasResume: boolean
  onCancel: () => void
  onRetry: () => void
}

/** The upload progress of a form with a file, and a retry after a failure. */
export function SendingPanel({ what, sending, hasResume, onCancel, onRetry }: SendingPanelProps) {
  const isOnline = useOnline()
  const unconfirmedText = `The connection was lost before we could confirm your ${what}.`
  // The forms notify of this reason, too: screen readers announce it once.
  const isNotified = isOnline && sending.status === 'lost' && sending.text !== null
  const offlineText = `You are offline. Your ${what} can be sent once you are connected again.`
  const place = useRef<HTMLDivElement>(null)
  /** The pressed button goes: the focus moves to what comes in its place. */
  const keepingFocus = (act: () => void) => () => {
    place.current?.focus({ preventScroll: true })
    act()
  }
  return (
    <div ref={place} tabIndex={-1}>
      {sending.status === 'sending' && (
        <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4 rounded bg-mist p-5 sm:p-6">
          <div className="grow basis-56">
            {sending.percent < 100 ? (
              <ProgressBar label={`Sending your ${what}`} value={sending.percent} />
            ) : (
              <ProgressBar label="Sent. Waiting for the answer..." />
            )}
          </div>
          <Button variant="secondary" size="sm" onClick={ignoreDoubleClick(keepingFocus(onCancel))}>
            Cancel
          </Button>
        </div>
      )}
      <div role={isNotified ? undefined : 'alert'}>
        {sending.status === 'lost' && (
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 rounded bg-error-soft p-5 sm:p-6">
            <WifiOff aria-hidden="true" className="size-6 shrink-0 text-error" />
            <div className="min-w-0 grow basis-56">
              <p className="font-semibold text-error">
                {isOnline ? (sending.text ?? unconfirmedText) : offlineText}
              </p>
              <p className="mt-1 text-sm">
                {`All that you typed is still here${hasResume ? ', and so is your resume' : ''}. Try again before you change anything, and it is stored once.`}
              </p>
            </div>
            <Button onClick={keepingFocus(onRetry)} disabled={!isOnline}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function useOnline() {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}
