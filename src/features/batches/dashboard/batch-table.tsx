import { useRead } from '#client/api/queries.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatCount, formatDateTime, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choicesFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { formatStatusCounts, StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import { useNow } from '#ui/use-now.ts'
import type { Batch } from '../contract.ts'
import type { BatchTarget } from '../validation.ts'

/** How the rows of each kind are called and shown. */
export type BatchKinds = Record<
  BatchTarget,
  { noun: string; looks: StatusLooks<string>; path: string }
>

/** What was changed many at once, by whom, from what to what; it can be undone for 24 hours. */
export function BatchTable({ kinds }: { kinds: BatchKinds }) {
  const list = useResourceList('batches.list', {
    filters: {
      target: choicesFilter('Kind', 'Any kind', {
        application: 'Applications',
        assignment: 'Assignments',
        place: 'Moves and waiting lists',
        invitation: 'Invitations',
        talent: 'Talents',
        testimonial: 'Testimonials',
        message: 'Messages',
      } satisfies Record<BatchTarget, string>),
    },
  })
  const { strip, show, undo } = useUndoStrip()
  const now = useNow(new Date().toISOString())
  const nameOf = ({ target, changed }: Batch) => pluralize(changed, kinds[target].noun)
  const isUndoable = ({ changed, undone, ends_at }: Batch) =>
    undone < changed && now.getTime() < Date.parse(ends_at)

  function undoBatch(batch: Batch) {
    const { id, changed, undone, target } = batch
    const text = `${nameOf(batch)} changed by ${batch.by}`
    const change = { text, batch: { id, count: changed - undone, noun: kinds[target].noun } }
    show(change)
    void undo(change)
  }

  return (
    <>
      <nav aria-label="Back" className="mb-4">
        <BackLink to={kinds[list.filters.target?.[0] ?? 'application'].path} />
      </nav>
      <ResourcePage
        title="Recent batches"
        text="What was changed many at once in the last 30 days. It can be undone for 24 hours."
        plural="batches"
        list={list}
        columns={(open) => columnsOf(kinds, nameOf, open)}
        rowName={nameOf}
        emptyText="Select rows of a list and change them: the batch appears here."
        dialog={{
          label: 'Show',
          render: (batch, close) => (
            <BatchChangesDialog
              batch={batch}
              kind={kinds[batch.target]}
              onClose={close}
              onUndo={isUndoable(batch) ? () => undoBatch(batch) : undefined}
            />
          ),
        }}
        rowMenu={(batch) =>
          isUndoable(batch) && <MenuItem onSelect={() => undoBatch(batch)}>Undo</MenuItem>
        }
        above={strip}
      />
    </>
  )
}

const columnsOf = (
  kinds: BatchKinds,
  nameOf: (batch: Batch) => string,
  open: (batch: Batch) => void,
): DataColumn<Batch>[] => [
  {
    id: 'rows',
    header: 'Changed',
    isMain: true,
    cell: (batch) => <MainCell name={nameOf(batch)} onOpen={() => open(batch)} />,
  },
  {
    id: 'from',
    header: 'From',
    className: 'max-w-72',
    cell: ({ target, from_counts, labels }) =>
      labelledCounts(labels, from_counts) || formatStatusCounts(kinds[target].looks, from_counts),
  },
  {
    id: 'to',
    header: 'To',
    className: 'max-w-72',
    cell: ({ target, to_status, labels }) => (
      <BatchValue looks={kinds[target].looks} labels={labels} value={to_status} />
    ),
  },
  { id: 'by', header: 'By', className: 'max-w-52', cell: ({ by }) => by },
  timeColumn('created_at', 'When', formatDateTime, { className: 'tabular-nums' }),
  { id: 'undone', header: 'Undone', className: 'max-w-52', cell: undoneText },
]

type BatchValueProps = { looks: StatusLooks<string>; labels: Batch['labels']; value: string }

/** A status, or what the value is called. */
const BatchValue = ({ looks, labels, value }: BatchValueProps) =>
  labels[value] === undefined ? (
    <StatusBadge looks={looks} status={value} />
  ) : (
    <span className="wrap-anywhere">{labels[value]}</span>
  )

/** How many had which value: '10 Aline Uwase, 2 nobody'. */
function labelledCounts(labels: Batch['labels'], counts: Batch['from_counts']) {
  const sums = new Map<string, number>()
  for (const [value, count] of Object.entries(counts)) {
    const label = labels[value]
    if (label !== undefined) sums.set(label, (sums.get(label) ?? 0) + count)
  }
  return [...sums].map(([label, count]) => `${formatCount(count)} ${label}`).join(', ')
}

function undoneText({ changed, undone, undone_by }: Batch) {
  if (undone === 0) return 'No'
  const count = undone < changed ? `${formatCount(undone)} of them` : 'All'
  return `${count}, by ${undone_by}`
}

type BatchChangesDialogProps = {
  batch: Batch
  kind: BatchKinds[BatchTarget]
  onClose: () => void
  onUndo: (() => void) | undefined
}

const shownMax = 100

/** The rows that a batch has changed, with what each was before. */
function BatchChangesDialog({ batch, kind, onClose, onUndo }: BatchChangesDialogProps) {
  const { data, error, refetch } = useRead('batches.changes', {
    id: batch.id,
    page_size: shownMax,
  })
  const actions = (
    <>
      {onUndo && (
        <Button
          variant="secondary"
          onClick={() => {
            onClose()
            onUndo()
          }}
        >
          Undo
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={pluralize(batch.changed, kind.noun)}
      description={`Changed by ${batch.by}, ${formatDateTime(batch.created_at)}`}
      actions={actions}
    >
      {data ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label="Changed"
          className="max-h-80 divide-y divide-line overflow-y-auto text-sm"
        >
          {data.results.map(({ id, name, from_status, is_undone }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 grow wrap-anywhere font-medium">
                {name || `A deleted ${kind.noun} (${id})`}
              </span>
              <BatchValue looks={kind.looks} labels={data.labels} value={from_status} />
              <span aria-hidden="true">{is_undone ? '↔' : '→'}</span>
              <span className="sr-only">{is_undone ? 'and back from' : 'to'}</span>
              <BatchValue looks={kind.looks} labels={batch.labels} value={batch.to_status} />
              {is_undone && <span className="text-muted">undone</span>}
            </li>
          ))}
          {data.total_items > shownMax && (
            <li className="py-2 text-muted">and {formatCount(data.total_items - shownMax)} more</li>
          )}
        </ul>
      ) : (
        <NotLoaded error={error} refetch={refetch} lines={5} />
      )}
    </Dialog>
  )
}
