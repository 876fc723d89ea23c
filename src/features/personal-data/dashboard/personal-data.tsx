import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import type { Erasure } from '../contract.ts'
import { type ErasureStatus, unsoughtPhones } from '../validation.ts'

// The form library comes with it, after the list.
const PeopleSearch = lazyComponent(() => import('./people-search.tsx'), 'PeopleSearch', null)

const looks: StatusLooks<ErasureStatus> = {
  RUNNING: { label: 'Under way', tone: 'info' },
  CHECKING: { label: 'Erased, will be looked for again', tone: 'info' },
  DONE: { label: 'Erased', tone: 'success' },
}

const listSpec = { filters: {} }

/** Finds people, gives out what is stored of them, and erases them; below, who was erased. */
export function PersonalData() {
  const list = useResourceList('personalData.erasures', listSpec)
  return (
    <ResourcePage
      title="Personal data"
      text="What is stored of a person: to be given to them, or to be erased."
      plural="erasures"
      list={list}
      columns={() => columns}
      rowName={({ pseudonym }) => pseudonym}
      notice={<PeopleSearch />}
      emptyText="Who was erased appears here, without a name."
    />
  )
}

function amountOf({ counts }: Erasure) {
  const { [unsoughtPhones]: unsought = 0, ...rows } = counts
  const sum = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return (
    <>
      {pluralize(sum, 'row')}
      {unsought > 0 && (
        <span className="block text-muted text-sm">
          {`${pluralize(unsought, 'phone number')} not looked for in notes`}
        </span>
      )}
    </>
  )
}

const columns: DataColumn<Erasure>[] = [
  {
    id: 'pseudonym',
    header: 'Erased',
    isMain: true,
    cell: (one) => (
      <>
        <span className="font-semibold">{one.pseudonym}</span>
        <span className="block text-muted text-sm">
          {one.asked_by ? `by ${one.asked_by}` : 'by their own link'}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, last_error }) => (
      <>
        <StatusBadge looks={looks} status={status} />
        {last_error && <span className="ml-2 text-error">It broke off, and is tried again.</span>}
      </>
    ),
  },
  { id: 'rows', header: 'How much', cell: amountOf },
  timeColumn('created_at', 'Begun', formatDateTime),
  timeColumn('done_at', 'Done', formatDateTime),
]
