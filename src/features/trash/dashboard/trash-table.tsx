import { useState } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { useRowBatch } from '#client/resources/batch/use-row-batch.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { dayMs } from '#shared/durations.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'
import { type RowKindName, rowKinds, rowKindsFor, trashDays } from '#shared/row-kinds.ts'
import { Button } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choicesFilter, loadedFilter, readId, textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { TrashEntry } from '../contract.ts'
import { RestoreDialog } from './restore-dialog.tsx'

const usePeople = () =>
  useRead('trash.people', undefined).data?.results.map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))

const listSpecOf = (kinds: readonly RowKindName[]) => ({
  filters: {
    search: textFilter('Search by name or email'),
    kind: choicesFilter(
      'Kind',
      'Any kind',
      Object.fromEntries(kinds.map((kind) => [kind, rowKinds[kind].label])) as Record<
        RowKindName,
        string
      >,
    ),
    by: loadedFilter('Deleted by', 'Anybody', readId, usePeople),
  },
})

const entryName = ({ title }: TrashEntry) => title

/** What was deleted in the last 30 days: it is restored, or deleted for good. */
export function TrashTable() {
  const { role } = useUser()
  const list = useResourceList('trash.list', listSpecOf(rowKindsFor(role)))
  const selection = useListSelection(list, list.page?.results)
  const { strip, show } = useUndoStrip(<ListCount noun="item" page={list.page} />)
  const restoreEach = useWrite('trash.restoreEach')
  const deleteEach = useWrite('trash.deleteEach')
  const batch = useRowBatch({ selection, noun: 'item', rowName: entryName, show })
  const [isDeleting, setIsDeleting] = useState(false)
  const isAdmin = role === 'ADMIN'
  const idsOf = (some: TrashEntry[]) => ({ trash_ids: some.map(({ id }) => id) })

  return (
    <>
      <ResourcePage
        title="Trash"
        text={`What was deleted stays here for ${trashDays} days, with all that belongs to it, and then goes for good.`}
        plural="items"
        list={list}
        columns={trashColumns}
        rowName={entryName}
        emptyText="What is deleted in the dashboard can be restored from here."
        dialog={{
          label: 'Restore',
          render: (entry, close) => <RestoreDialog entry={entry} onClose={close} show={show} />,
        }}
        {...(isAdmin && {
          deletion: {
            procedure: 'trash.delete',
            label: 'Delete for good',
            text: 'Nothing is left of it, nor of its files.',
          },
        })}
        selection={selection}
        above={strip}
        below={
          <BatchBar plural="items" selection={selection}>
            <Button
              size="sm"
              onClick={() =>
                batch.start((some) => restoreEach.mutateAsync(idsOf(some)), 'restored')
              }
            >
              Restore
            </Button>
            {isAdmin && (
              <Button size="sm" variant="danger" onClick={() => setIsDeleting(true)}>
                Delete for good
              </Button>
            )}
          </BatchBar>
        }
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${pluralize(selection.count, 'item')} for good?`}
        text="Nothing is left of them, nor of their files. This cannot be undone."
        confirmLabel="Delete for good"
        isDanger
        onConfirm={() => {
          setIsDeleting(false)
          void batch.start((some) => deleteEach.mutateAsync(idsOf(some)), 'deleted for good', {
            isDeletion: true,
          })
        }}
      />
      {batch.dialogs}
    </>
  )
}

function daysUntil(end: string) {
  const days = Math.ceil((Date.parse(end) - Date.now()) / dayMs)
  return days > 0 ? pluralize(days, 'day') : 'Today'
}

const trashColumns = (open: (entry: TrashEntry) => void): DataColumn<TrashEntry>[] => [
  {
    id: 'title',
    header: 'What',
    isMain: true,
    className: 'sm:min-w-60 sm:max-w-120',
    cell: (entry) => (
      <MainCell name={entry.title} text={belongingsOf(entry)} onOpen={() => open(entry)} />
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => rowKinds[kind].label },
  { id: 'by', header: 'Deleted by', className: 'sm:max-w-52 wrap-anywhere', cell: ({ by }) => by },
  timeColumn('deleted_at', 'Deleted (Kigali)', formatDateTime, { className: 'tabular-nums' }),
  {
    id: 'ends_at',
    header: 'Left',
    className: 'tabular-nums sm:whitespace-nowrap',
    cell: ({ ends_at }) => daysUntil(ends_at),
  },
]

/** 'With 3 things that belong to it, 1 file', or empty. */
function belongingsOf({ dependents, files }: TrashEntry) {
  const verb = dependents === 1 ? 'belongs' : 'belong'
  const parts = [
    dependents > 0 ? `${pluralize(dependents, 'thing')} that ${verb} to it` : '',
    files > 0 ? pluralize(files, 'file') : '',
  ].filter(Boolean)
  return parts.length > 0 && `With ${parts.join(', ')}`
}
