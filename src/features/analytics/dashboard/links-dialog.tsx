import { useState } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatDate, formatLocalDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { StatisticsLink } from '../links-contract.ts'
import { LinkDialog, sectionLabels } from './link-dialog.tsx'

type LinksDialogProps = { from: string; to: string; onClose: () => void }

/** The links by which strangers see statistics: who made them, what they show, and until when they open. */
export function LinksDialog({ from, to, onClose }: LinksDialogProps) {
  const revoke = useWrite('analytics.revokeLink')
  const [isAdding, setIsAdding] = useState(false)
  const [revoking, setRevoking] = useState<StatisticsLink>()
  if (isAdding) return <LinkDialog from={from} to={to} onClose={() => setIsAdding(false)} />
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="lg"
        title="Links to statistics"
        description="Whoever has such a link sees the sums that it was made for, without signing in."
        actions={<Button onClick={() => setIsAdding(true)}>Make a link</Button>}
      >
        <LinkList onRevoke={setRevoking} />
      </Dialog>
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke the link ${revoking?.name}?`}
        text="It opens no longer, at once and for good. A new one can be made."
        confirmLabel="Revoke link"
        isDanger
        onConfirm={async () => {
          if (revoking) await revoke.mutateAsync({ id: revoking.id })
        }}
      />
    </>
  )
}

function LinkList({ onRevoke }: { onRevoke: (link: StatisticsLink) => void }) {
  const { data, error, refetch } = useRead('analytics.links', undefined)
  if (!data) return <NotLoaded error={error} refetch={refetch} lines={4} />
  if (data.results.length === 0) return <EmptyState seed="links" title="No statistics are shared" />
  return (
    <ul className="flex flex-col text-sm">
      {data.results.map((link) => (
        <LinkItem key={link.id} link={link} onRevoke={() => onRevoke(link)} />
      ))}
    </ul>
  )
}

function LinkItem({ link, onRevoke }: { link: StatisticsLink; onRevoke: () => void }) {
  const { name, url, sections, from, to, ends_on, by_name, created_at, revoked_at, is_open } = link
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b py-2.5">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {!is_open && <Badge>{revoked_at ? 'Revoked' : 'Ended'}</Badge>}
        </p>
        <p className="mt-1">
          {sections.map((section) => sectionLabels[section]).join(', ')}; {formatDate(from)} to{' '}
          {formatDate(to)}
        </p>
        <p className="mt-1 text-muted text-xs">
          By {by_name}, {formatLocalDate(created_at)}; opens until {formatDate(ends_on)}
        </p>
        {is_open && (
          <a href={url} className="wrap-anywhere mt-1 inline-block text-primary underline">
            {url}
          </a>
        )}
      </div>
      {is_open && (
        <Button variant="secondary" size="sm" onClick={onRevoke}>
          Revoke<span className="sr-only"> the link {name}</span>
        </Button>
      )}
    </li>
  )
}
