import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { DeleteDialog } from '#client/resources/undo/delete-dialog.tsx'
import { formatCount, formatLocalDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { CommentBlock } from '../blocks-contract.ts'
import { blockLabels } from './block-labels.ts'

type BlocksDialogProps = { onAdd: () => void; onClose: () => void }

const blockName = ({ kind, value }: CommentBlock) =>
  kind === 'network' ? 'a network' : `“${value}”`

/** What is blocked: by whom, when, why, and how often it has held a comment. */
export function BlocksDialog({ onAdd, onClose }: BlocksDialogProps) {
  const { data, error, refetch } = useRead('commentBlocks.list', undefined)
  const [removing, setRemoving] = useState<CommentBlock>()
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="lg"
        title="Blocks"
        description="Comments that meet one of these are held until somebody has looked at them."
        actions={<Button onClick={onAdd}>Add a block</Button>}
      >
        {!data ? (
          <NotLoaded error={error} refetch={refetch} lines={4} />
        ) : data.results.length === 0 ? (
          <EmptyState seed="blocks" title="Nothing is blocked" />
        ) : (
          <ul className="flex flex-col text-sm">
            {data.results.map((block) => (
              <BlockItem key={block.id} block={block} onRemove={() => setRemoving(block)} />
            ))}
          </ul>
        )}
      </Dialog>
      <DeleteDialog
        procedure="commentBlocks.delete"
        row={removing}
        rowName={(block) => `the block of ${blockName(block)}`}
        text="New comments of this kind are shown again. What has been held so far stays held."
        onClose={() => setRemoving(undefined)}
      />
    </>
  )
}

function BlockItem({ block, onRemove }: { block: CommentBlock; onRemove: () => void }) {
  const { kind, value, note, hits, last_hit_at, by_name, created_at, expires_at } = block
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2.5">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{blockLabels[kind]}</Badge>
          <span className="wrap-anywhere font-semibold">
            {kind === 'network' ? 'Where a comment came from' : value}
          </span>
        </p>
        <p className="mt-1 text-muted text-xs">
          By {by_name}, {formatLocalDate(created_at)}
          {expires_at && `, until ${formatLocalDate(expires_at)}`}
        </p>
        {note && <p className="wrap-anywhere mt-1">{note}</p>}
      </div>
      <p className="text-muted tabular-nums">
        {hits === 0 || !last_hit_at
          ? 'Not met yet'
          : `Met ${hits === 1 ? 'once' : `${formatCount(hits)} times`}, last ${formatLocalDate(last_hit_at)}`}
      </p>
      <Button variant="secondary" size="sm" onClick={onRemove}>
        Remove<span className="sr-only"> the block of {blockName(block)}</span>
      </Button>
    </li>
  )
}
