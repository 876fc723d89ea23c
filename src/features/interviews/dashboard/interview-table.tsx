import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { RecentBatchesLink } from '#client/resources/batch/recent-batches-link.tsx'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn } from '#ui/data-table/contact-columns.tsx'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { MainCell, OneLine } from '#ui/data-table/main-cell.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Interview } from '../contract.ts'
import { InterviewPlaces } from './interview-places.tsx'
import {
  bookLabel,
  interviewLooks,
  invitedSpec,
  outcomeLooks,
  outcomeRow,
  useOutcome,
} from './interview-state.ts'
import { useHasBegun } from './use-has-begun.ts'

const BookDialog = lazyComponent(() => import('./book-dialog.tsx'), 'BookDialog')
const UnbookDialog = lazyComponent(() => import('./unbook-dialog.tsx'), 'UnbookDialog')
const RemindDialog = lazyComponent(() => import('./remind-dialog.tsx'), 'RemindDialog')
const NoteDialog = lazyComponent(() => import('./note-dialog.tsx'), 'NoteDialog')

const hasBegun = ({ slot }: Pick<Interview, 'slot'>) =>
  slot !== null && Date.parse(slot.starts_at) <= Date.now()

/** Who is invited, who has chosen a time, and who came. */
export function InterviewTable() {
  const list = useResourceList('interviews.list', invitedSpec)
  const { filters, ordering } = list
  const rows = list.page?.results
  const selection = useListSelection(list, rows, list.fresh)
  const [open, setOpen] = useState<{
    dialog: 'book' | 'unbook' | 'note'
    person: Interview
  }>()
  const close = () => setOpen(undefined)
  const { strip, show } = useUndoStrip(<ListCount noun="applicant" page={list.page} />)
  const [isReminding, setIsReminding] = useState(false)

  return (
    <>
      <ResourcePage
        title="Interviews"
        text="Who is invited to choose a time, and what became of it."
        plural="invited applicants"
        views="interviews"
        list={list}
        columns={() => columnsOf(show, (person) => setOpen({ dialog: 'note', person }))}
        rowName={fullName}
        emptyText="Select shortlisted applications and press Invite: each applicant gets a personal link."
        notice={<InterviewPlaces cohorts={filters.cohort_id} />}
        actions={
          <>
            <RecentBatchesLink target="invitation" />
            <ExportMenu
              plural="interviews"
              fetchFile={(format) =>
                api.interviews.export({ query: { format }, body: { filters, ordering } })
              }
            />
          </>
        }
        rowMenu={(person) => (
          <>
            <MenuLink to={`/dashboard/applications/${person.id}`}>Open the application</MenuLink>
            <BookItem person={person} onSelect={() => setOpen({ dialog: 'book', person })} />
            <MenuItem onSelect={() => setOpen({ dialog: 'note', person })}>Note</MenuItem>
            {person.slot && !hasBegun(person) && (
              <>
                <MenuSeparator />
                <MenuItem onSelect={() => setOpen({ dialog: 'unbook', person })} isDanger>
                  Cancel the interview
                </MenuItem>
              </>
            )}
          </>
        )}
        selection={selection}
        above={strip}
        below={
          <BatchBar plural="applicants" selection={selection}>
            <Button size="sm" onClick={() => setIsReminding(true)}>
              Remind
            </Button>
          </BatchBar>
        }
      />
      {isReminding && (
        <RemindDialog
          selection={selection}
          filters={filters}
          onClose={() => setIsReminding(false)}
          onChanged={show}
        />
      )}
      {open?.dialog === 'book' && (
        <BookDialog person={open.person} onClose={close} onChanged={show} />
      )}
      {open?.dialog === 'unbook' && (
        <UnbookDialog person={open.person} onClose={close} onChanged={show} />
      )}
      {open?.dialog === 'note' && <NoteDialog person={open.person} onClose={close} />}
    </>
  )
}

const columnsOf = (
  show: Parameters<typeof useOutcome>[0],
  onNote: (person: Interview) => void,
): DataColumn<Interview>[] => [
  {
    id: 'name',
    header: 'Applicant',
    ordering: 'name',
    isMain: true,
    className: 'sm:min-w-44 sm:max-w-80',
    cell: (person) => (
      <MainCell name={fullName(person)} to={`/dashboard/applications/${person.id}`} />
    ),
  },
  {
    id: 'state',
    header: 'Interview',
    cell: (person) => <State person={person} show={show} onNote={onNote} />,
  },
  {
    id: 'time',
    header: 'Time in Kigali',
    ordering: 'time',
    className: 'sm:whitespace-nowrap tabular-nums',
    cell: ({ slot }) => (slot ? formatDateTime(slot.starts_at) : '–'),
  },
  {
    id: 'panel',
    header: 'Interviewed by',
    isHiddenAtFirst: true,
    className: 'sm:max-w-44',
    cell: ({ slot }) => <OneLine text={slot?.panel_names.join(', ') || '–'} />,
  },
  {
    id: 'place',
    header: 'Place',
    className: 'sm:max-w-40',
    isHiddenAtFirst: true,
    cell: ({ slot }) => <OneLine text={[slot?.place, slot?.link].filter(Boolean).join(', ')} />,
  },
  {
    id: 'cohort',
    header: 'Cohort',
    className: 'sm:max-w-44',
    cell: ({ cohort_name }) => <OneLine text={cohort_name} />,
  },
  timeColumn('invited_at', 'Invited', formatLocalDate, {
    ordering: 'invited_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  timeColumn('reminded_at', 'Reminded', formatLocalDate, {
    className: 'tabular-nums',
    isHiddenAtFirst: true,
  }),
  emailColumn(),
]

function BookItem({ person, onSelect }: { person: Interview; onSelect: () => void }) {
  const label = bookLabel(person.status, person.state, hasBegun(person))
  return label && <MenuItem onSelect={onSelect}>{label}</MenuItem>
}

type StateProps = {
  person: Interview
  show: Parameters<typeof useOutcome>[0]
  onNote: (person: Interview) => void
}

function State({ person, show, onNote }: StateProps) {
  const { changeStatus } = useOutcome(show)
  const isOver = useHasBegun(person.slot)
  if (!isOver) return <StatusBadge looks={interviewLooks} status={person.state} />
  const row = outcomeRow(person)
  return (
    <StatusMenu
      looks={outcomeLooks}
      status={row.status}
      name={fullName(person)}
      onSelect={(status) => void changeStatus(row, status)}
    >
      <MenuItem onSelect={() => onNote(person)}>Change with a note</MenuItem>
    </StatusMenu>
  )
}
