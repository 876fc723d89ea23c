import { RecentBatchesLink } from '#client/resources/batch/recent-batches-link.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { choiceFilter, textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { ArrowUpDown } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { statusLabels } from '#ui/status-badge.tsx'
import type { ListedTestimonial, Testimonial } from '../contract.ts'
import { type TestimonialStatus, testimonialOrders } from '../validation.ts'
import { TestimonialBatchBar, useTestimonialBatch } from './testimonial-batch.tsx'
import { testimonialColumns } from './testimonial-columns.tsx'
import {
  testimonialName,
  testimonialStatusLooks,
  useTestimonialChanges,
} from './testimonial-status.ts'

const TestimonialEditor = lazyComponent(
  () => import('./testimonial-editor.tsx'),
  'TestimonialEditor',
)

const listSpec = {
  filters: {
    search: textFilter('Search testimonials'),
    status: choiceFilter('Status', 'Any status', statusLabels(testimonialStatusLooks)),
    visibility: choiceFilter('Visibility', 'Shown or hidden', { true: 'Shown', false: 'Hidden' }),
  },
  orders: testimonialOrders,
  defaultOrdering: '-created_at',
  // Without a status, the API may return the visitors' list.
  always: { status: 'ALL' },
}

const isStaffRow = (row: ListedTestimonial): row is Testimonial => row.updated_at !== undefined

/** All testimonials: they are approved, hidden, corrected and put in order. */
export function TestimonialTable() {
  const list = useResourceList('testimonials.list', listSpec)
  const rows = list.page?.results.filter(isStaffRow) ?? []
  const selection = useListSelection(list, rows)
  const { strip, show } = useUndoStrip(<ListCount noun="testimonial" page={list.page} />)
  const { changeStatus, toggleVisibility } = useTestimonialChanges(show)
  const batch = useTestimonialBatch(selection, show)

  function focusedRow() {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row-id]')
    return rows.find(({ id }) => String(id) === focused?.dataset.rowId)
  }

  function decide(status: TestimonialStatus, action: 'approve' | 'reject') {
    const row = focusedRow()
    if (selection.count > 0) void batch.run(action)
    else if (row && row.status !== status) void changeStatus(row, status)
  }

  useShortcuts([
    { key: 'a', does: 'Approve', run: () => decide('APPROVED', 'approve') },
    { key: 'r', does: 'Reject', run: () => decide('REJECTED', 'reject') },
    {
      key: 'h',
      does: 'Hide the row, or show it again',
      run() {
        const row = focusedRow()
        if (row) void toggleVisibility(row)
      },
    },
  ])

  return (
    <>
      <ResourcePage
        title="Testimonials"
        text={
          <>
            Visitors see those that are approved and shown.
            <span className="max-sm:hidden"> Press ? for the keys.</span>
          </>
        }
        plural="testimonials"
        views="testimonials"
        list={{ ...list, page: list.page && { ...list.page, results: rows } }}
        columns={(open) => testimonialColumns({ open, changeStatus })}
        rowName={testimonialName}
        actions={
          <>
            <RecentBatchesLink target="testimonial" />
            <ButtonLink variant="secondary" size="sm" to="/dashboard/testimonials/order">
              <ArrowUpDown aria-hidden="true" className="size-4" />
              Order
            </ButtonLink>
          </>
        }
        emptyText="What visitors send by the form beside the carousel appears here."
        create={{
          label: 'New testimonial',
          render: (close) => <TestimonialEditor onClose={close} />,
        }}
        dialog={{
          label: 'Edit',
          render: (row, close) => <TestimonialEditor testimonial={row} onClose={close} />,
        }}
        deletion={{
          procedure: 'testimonials.delete',
          rowName: ({ full_name }) => `the testimonial of ${full_name}`,
        }}
        rowMenu={(row) => (
          <MenuItem onSelect={() => toggleVisibility(row)}>
            {row.visibility ? 'Hide' : 'Show'}
          </MenuItem>
        )}
        selection={selection}
        above={strip}
        below={<TestimonialBatchBar selection={selection} run={batch.run} />}
      />
      {batch.dialogs}
    </>
  )
}
