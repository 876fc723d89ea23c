import { useId, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { fileFromResponse, saveFile } from '#client/api/files.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatWeekday } from '#shared/format.ts'
import { groupBy } from '#shared/older-browsers.ts'
import { Button } from '#ui/button.tsx'
import { ClearFilters, FilterPanel } from '#ui/data-table/filter-panel.tsx'
import { setFilters } from '#ui/data-table/filters.ts'
import { ListCount, ListFooter } from '#ui/data-table/list-footer.tsx'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { useListKeys } from '#ui/data-table/use-list-keys.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { SkipLink, SkipTarget } from '#ui/skip-link.tsx'
import { slotDay } from '../slot-time.ts'
import type { Slot } from '../slots-contract.ts'
import { InterviewPlaces } from './interview-places.tsx'
import { agendaSpec, usePanelists } from './interview-state.ts'
import { type SlotAction, SlotRow } from './slot-row.tsx'

const NewSlotsDialog = lazyComponent(() => import('./new-slots-dialog.tsx'), 'NewSlotsDialog')
const SlotDialogs = lazyComponent(() => import('./slot-dialogs.tsx'), 'SlotDialogs')

/** The times for interviews by day, with who has booked them. */
export function InterviewAgenda() {
  const list = useResourceList('interviews.slots', agendaSpec)
  const { listUrl, page, isStale, problem, onRetry } = list
  const [open, setOpen] = useState<'new' | SlotAction>()
  const close = () => setOpen(undefined)
  const { strip, show } = useUndoStrip(<ListCount noun="time" page={page} />)
  const rows = useRef<HTMLDivElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const focusFilters = () => filterButton.current?.focus()
  const endId = useId()
  useListKeys({
    filters: filterButton,
    list: rows,
    listUrl,
    hasMenus: true,
    lastPage: isStale ? undefined : page?.total_pages,
  })

  return (
    <>
      <PageHeading
        title="Interviews"
        text="When applicants are interviewed. All times are Kigali time."
        actions={
          <>
            <CalendarButton user={list.filters.user} />
            <Button size="sm" onClick={() => setOpen('new')}>
              Make times
            </Button>
          </>
        }
      />
      <InterviewPlaces cohorts={list.filters.cohort_id} />
      <div className="print:hidden">
        <FilterPanel
          listUrl={listUrl}
          filters={agendaSpec.filters}
          buttonRef={filterButton}
          onCleared={focusFilters}
        />
      </div>
      <div className="print:hidden">{strip}</div>
      {page && problem && <QuietFailure what="This list" verb="refreshed" onRetry={onRetry} />}
      {page && page.total_items > 0 && <SkipLink to={endId}>Skip the times</SkipLink>}
      <div ref={rows} aria-busy={isStale}>
        {page ? (
          <Days slots={page.results} onAction={setOpen} show={show} />
        ) : problem ? (
          <ErrorState text={problem} onRetry={onRetry} />
        ) : (
          <Skeleton className="h-80 w-full rounded" />
        )}
      </div>
      <SkipTarget id={endId}>End of the times</SkipTarget>
      {page && page.total_items === 0 && <NoSlots listUrl={listUrl} onCleared={focusFilters} />}
      {page && page.total_items > 0 && (
        <div className="mt-4 print:hidden">
          <ListFooter
            totalItems={page.total_items}
            totalPages={page.total_pages}
            listUrl={listUrl}
          />
        </div>
      )}
      {open === 'new' && (
        <NewSlotsDialog cohort={list.filters.cohort_id?.[0]} onClose={close} onChanged={show} />
      )}
      {open && open !== 'new' && <SlotDialogs open={open} onClose={close} onChanged={show} />}
    </>
  )
}

type DaysProps = {
  slots: readonly Slot[]
  onAction: (action: SlotAction) => void
  show: Parameters<typeof SlotRow>[0]['show']
}

/** The agenda: a heading for each day, and below it its times. */
function Days({ slots, ...row }: DaysProps) {
  const days = groupBy(slots, slotDay)
  return [...days].map(([day, times]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mb-6 break-inside-avoid-page">
      <div className="mb-1 flex items-center justify-between gap-4 pr-4">
        <h2 id={`day-${day}`} className="text-lg">
          {formatWeekday(day)}
        </h2>
        <DayMenu day={day} slots={times.filter(isToCome)} onAction={row.onAction} />
      </div>
      <ul className="divide-y divide-line rounded bg-raised shadow-low">
        {times.map((slot) => (
          <SlotRow key={slot.id} slot={slot} {...row} />
        ))}
      </ul>
    </section>
  ))
}

const isToCome = ({ starts_at }: Slot) => Date.parse(starts_at) > Date.now()

type DayMenuProps = Pick<DaysProps, 'slots' | 'onAction'> & { day: string }

/** Cancels all times of a day that are shown, as when somebody falls ill. */
const DayMenu = ({ day, slots, onAction }: DayMenuProps) =>
  slots.length > 1 && (
    <RowMenu name={formatWeekday(day)}>
      <MenuItem onSelect={() => onAction({ dialog: 'cancel', slots })} isDanger>
        Cancel these {slots.length} times
      </MenuItem>
    </RowMenu>
  )

function NoSlots({ listUrl, onCleared }: { listUrl: ListUrl; onCleared: () => void }) {
  if (setFilters(listUrl, agendaSpec.filters).length === 0) {
    return (
      <EmptyState
        seed="interviews"
        title="No times to come"
        text="Make the times of a cohort in one step, then invite the shortlisted: each chooses one by a personal link."
      />
    )
  }
  return (
    <EmptyState
      seed="interviews"
      title="No times match"
      text="Try fewer filters."
      action={<ClearFilters listUrl={listUrl} filters={agendaSpec.filters} onCleared={onCleared} />}
    />
  )
}

/** Downloads the interviews to come of one user. @param user undefined for who is signed in */
function CalendarButton({ user }: { user: number | undefined }) {
  const name = usePanelists()?.find(({ id }) => id === user)?.name
  async function download() {
    try {
      const response = await api.interviews.calendar(user === undefined ? {} : { user })
      saveFile(fileFromResponse(response), 'interviews.ics')
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    }
  }
  return (
    <Button size="sm" variant="secondary" onClick={() => void download()}>
      {name ? `Calendar of ${name}` : 'My calendar'}
    </Button>
  )
}
