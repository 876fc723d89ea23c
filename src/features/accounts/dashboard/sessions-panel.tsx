import { useState } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatDateTime } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Session } from '../contract.ts'
import { deviceName } from './device-name.ts'
import { Panel } from './panel.tsx'

/** The signed-in user's sessions. All but the current one can be ended here. */
export function SessionsPanel() {
  const { data, error, refetch } = useRead('accounts.sessions', undefined)
  const endOne = useWrite('accounts.endSession')
  const endOthers = useWrite('accounts.endOtherSessions')
  const [ending, setEnding] = useState<Session | 'others'>()
  const others = data?.results.filter(({ current }) => !current) ?? []

  async function confirm() {
    if (ending === 'others') await endOthers.mutateAsync(undefined)
    else if (ending) await endOne.mutateAsync({ id: ending.id })
    notify({ type: 'success', message: 'Signed out there.' })
  }

  return (
    <Panel title="Sessions" text="Where you are signed in.">
      {data ? (
        <ul className="flex flex-col divide-y divide-line">
          {data.results.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      ) : (
        <NotLoaded error={error} refetch={refetch} block="h-24 w-full" />
      )}
      {others.length > 0 && (
        <Button variant="secondary" className="self-start" onClick={() => setEnding('others')}>
          End all other sessions
        </Button>
      )}
      <ConfirmDialog
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={ending === 'others' ? 'End all other sessions?' : 'End this session?'}
        text="Whoever is signed in there has to sign in again."
        confirmLabel="End"
        isDanger
        onConfirm={confirm}
      />
    </Panel>
  )
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = deviceName(session.user_agent)
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-[min(100%,11rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {session.current && <Badge tone="primary">This device</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {session.address}, last used {formatDateTime(session.last_used_at)}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`End the session of ${device}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}
