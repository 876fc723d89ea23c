import { useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { useRowBatch } from '#client/resources/batch/use-row-batch.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Testimonial } from '../contract.ts'
import { testimonialName } from './testimonial-status.ts'

/** The actions of a batch, as the rows are called afterwards. */
const outcomes = {
  approve: 'approved',
  reject: 'rejected',
  show: 'shown',
  hide: 'hidden',
  delete: 'deleted',
} as const
type Action = keyof typeof outcomes

/** Changes the selected testimonials, unless a colleague has changed them since they were shown. */
export function useTestimonialBatch(
  selection: RowSelection<Testimonial>,
  show: (change: UndoableChange) => void,
) {
  const send = useWrite('testimonials.batch')
  const { start, dialogs } = useRowBatch({
    selection,
    noun: 'testimonial',
    rowName: testimonialName,
    show,
    trashKind: 'testimonial',
  })
  const run = (action: Action) =>
    start(
      (rows, batch) =>
        send.mutateAsync({
          testimonial_ids: rows.map(({ id }) => id),
          expected_versions: Object.fromEntries(rows.map((row) => [row.id, row.updated_at])),
          action,
          batch,
        }),
      outcomes[action],
      { isDeletion: action === 'delete' },
    )
  return { run, dialogs }
}

type TestimonialBatchBarProps = {
  selection: RowSelection<Testimonial>
  run: (action: Action) => Promise<void>
}

/** The actions for the selected testimonials. */
export function TestimonialBatchBar({ selection, run }: TestimonialBatchBarProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <BatchBar plural="testimonials" selection={selection}>
        <Button size="sm" onClick={() => run('approve')}>
          Approve
        </Button>
        <Button size="sm" variant="secondary" onClick={() => run('reject')}>
          Reject
        </Button>
        <Menu trigger="More" size="sm" variant="secondary">
          <MenuItem onSelect={() => run('show')}>Show</MenuItem>
          <MenuItem onSelect={() => run('hide')}>Hide</MenuItem>
          <MenuSeparator />
          <MenuItem isDanger onSelect={() => setIsDeleting(true)}>
            Delete
          </MenuItem>
        </Menu>
      </BatchBar>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${pluralize(selection.count, 'testimonial')}?`}
        text="They can be restored from the trash for 30 days. Hidden ones are not seen by visitors either."
        confirmLabel="Delete"
        isDanger
        onConfirm={async () => {
          setIsDeleting(false)
          await run('delete')
        }}
      />
    </>
  )
}
