import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Sending } from './use-sending.ts'

const lostText = 'The connection was lost before we could confirm your application.'
const offlineText = 'You are offline. Your application can be sent once you are connected again.'

type SendingPanelProps = { sending: Sending; onCancel: () => void; onRetry: () => void }

/** How far the application is on its way, and what can be done when it did not arrive. */
export function SendingPanel({ sending, onCancel, onRetry }: SendingPanelProps) {
  const isOnline = useOnline()
  return (
    <>
      {sending.status === 'sending' && (
        <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4 rounded bg-mist p-5 sm:p-6">
          <div className="grow basis-56">
            {sending.percent < 100 ? (
              <ProgressBar label="Sending your application" value={sending.percent} />
            ) : (
              <ProgressBar label="Sent. Waiting for the answer..." />
            )}
          </div>
          <Button variant="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      <div role="alert">
        {sending.status === 'lost' && (
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 rounded bg-error-soft p-5 sm:p-6">
            <WifiOff aria-hidden="true" className="size-6 shrink-0 text-error" />
            <div className="min-w-0 grow basis-56">
              <p className="font-semibold text-error">
                {isOnline ? (sending.text ?? lostText) : offlineText}
              </p>
              <p className="mt-1 text-sm">
                All that you typed is still here, and so is your resume. Trying again never applies
                twice.
              </p>
            </div>
            <Button onClick={onRetry} disabled={!isOnline}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </>
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
