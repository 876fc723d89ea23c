import { useLocation } from 'react-router'
import type { SavedView } from '#features/views/contract.ts'
import { Button } from '#ui/button.tsx'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { FilterChips } from '#ui/filter-chips.tsx'
import { useSavedViews, viewSearch } from './use-saved-views.ts'

type ViewTabsProps = {
  list: SavedView['list']
  /** The plural name of the rows. */
  plural: string
  listUrl: ListUrl
}

/** The pinned views of a list as tabs above it, and the one that is shown. Renders nothing without any. */
export function ViewTabs({ list, plural, listUrl }: ViewTabsProps) {
  const { pathname } = useLocation()
  const { views = [], shown, isChanged, isGone } = useSavedViews(list, listUrl)
  const tabs = views.filter((view) => view.is_pinned || view.id === shown?.id)
  if (tabs.length === 0 && !isGone) return null
  const leave = () => listUrl.set({ view: undefined }, { replace: true })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {tabs.length > 0 && (
        <FilterChips
          isSmall
          label="Views"
          choices={[
            { value: '', label: `All ${plural}` },
            ...tabs.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          chosen={shown ? String(shown.id) : listUrl.search === '' ? '' : 'none'}
          hrefOf={(value) => {
            const view = tabs.find(({ id }) => String(id) === value)
            return pathname + (view ? viewSearch(view) : '')
          }}
        />
      )}
      <p role="status" className="text-muted text-sm">
        {isChanged && 'Changed since it was saved. “Views” saves or replaces it.'}
        {isGone && 'This view is no longer there. What it had filtered by still applies.'}
      </p>
      {isGone && (
        <Button variant="quiet" size="sm" onClick={leave}>
          OK
        </Button>
      )}
    </div>
  )
}
