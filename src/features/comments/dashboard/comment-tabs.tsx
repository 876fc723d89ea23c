import { useRead } from '#client/api/queries.ts'
import { formatCount } from '#shared/format.ts'
import { classNames } from '#ui/class-names.ts'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { FilterChips } from '#ui/filter-chips.tsx'

const tabs = [
  { value: '', label: 'Pending', count: 'pending' },
  { value: 'held', label: 'Held', count: 'held' },
  { value: 'APPROVED', label: 'Approved', count: 'approved' },
  { value: 'REJECTED', label: 'Rejected', count: 'rejected' },
  { value: 'ALL', label: 'All', count: undefined },
] as const

/** The statuses as links, with their numbers. */
export function CommentTabs({ listUrl }: { listUrl: ListUrl }) {
  const { data, isFetched } = useRead('comments.counts', undefined)
  const status = listUrl.get('status')
  const chosen = listUrl.get('is_held') ? 'held' : status === 'PENDING' ? '' : status
  return (
    // The counts make the tabs wider, and would move them.
    <div className={classNames('mb-4', !isFetched && 'invisible')}>
      <FilterChips
        isSmall
        label="Status"
        choices={tabs.map(({ value, label, count }) => ({
          value,
          label: data && count ? `${label} (${formatCount(data[count])})` : label,
        }))}
        chosen={chosen}
        hrefOf={(value) =>
          listUrl.hrefWith({
            status: value === 'held' ? '' : value,
            is_held: value === 'held' ? 'true' : '',
            wave: '',
          })
        }
      />
    </div>
  )
}
