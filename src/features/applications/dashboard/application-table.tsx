import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/api/client.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { RecentBatchesLink } from '#client/resources/batch/recent-batches-link.tsx'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { ResumeHitText } from '#client/resources/resume/resume-hit.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { type RowSelection, selectionOf } from '#ui/data-table/selection.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import { comparedMax } from '../validation.ts'
import { applicationColumns } from './application-columns.tsx'
import {
  applicationDeletion,
  applicationListSpec,
  filtersInOrder,
} from './application-list-spec.ts'
import { useApplicationStatus } from './application-status.ts'
import { ApplicationStatusDialog } from './application-status-dialog.tsx'
import { useAssignment } from './use-colleagues.ts'
import { WaitingListPlace } from './waiting-list-place.tsx'

const ApplicationBatchDialog = lazyComponent(
  () => import('./application-batch-dialog.tsx'),
  'ApplicationBatchDialog',
)
const WaitingListBar = lazyComponent(
  () => import('./waiting-list-bar.tsx'),
  'WaitingListBar',
  <WaitingListPlace />,
)
const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'), 'MoveDialog')
const AssignDialog = lazyComponent(() => import('./assign-dialog.tsx'), 'AssignDialog')

const reviewPath = ({ id }: Application, search: string) =>
  `/dashboard/applications/${id}/review${search}`

/** Two to four, which fit side by side. */
const isComparable = ({ all, count }: RowSelection<Application>) =>
  !all && count > 1 && count <= comparedMax

const searchWith = (search: string, { rows }: RowSelection<Application>) =>
  `${search === '' ? '?' : `${search}&`}ids=${[...rows.keys()].join()}`

type Open =
  | { dialog: 'status'; application: Application }
  | { dialog: 'batch' | 'assign' }
  | { dialog: 'move' | 'invite'; of: RowSelection<Application> }

type ApplicationTableProps = {
  /** Invites the selected applicants to an interview. */
  InviteDialog: ComponentType<{
    selection: RowSelection<Application>
    filters: ApplicationFilters
    onClose: () => void
    onChanged: (change: UndoableChange) => void
  }>
}

/** All applications. The server searches, filters, sorts and pages them; one or many can be changed. */
export function ApplicationTable({ InviteDialog }: ApplicationTableProps) {
  const list = useResourceList('applications.list', applicationListSpec)
  const { ordering, listUrl } = list
  const { filters, matchesNone } = filtersInOrder(list.filters, ordering)
  const rows = list.page?.results
  // What is selected in another order stays out of a list that is empty because of this one.
  const listed = { ...filters, ...(matchesNone && { ordering }) }
  const selection = useListSelection({ ...list, filters: listed }, rows, list.fresh)
  const [open, setOpen] = useState<Open>()
  const { strip, show } = useUndoStrip(<ListCount noun="application" page={list.page} />)
  const { changeStatus, changeShown } = useApplicationStatus(show)
  const [cohort, ...others] = (filters.is_waiting && filters.cohort_id) || []
  // Another filter would list a part of those who wait, and a spot goes to the first of them all.
  const isWaitingList = others.length === 0 && Object.keys(filters).length === 2
  const me = useUser()
  const assign = useAssignment(show)
  const openNote = (application: Application) => setOpen({ dialog: 'status', application })
  const close = () => setOpen(undefined)
  const navigate = useNavigate()
  useShortcuts(
    rows?.[0] ? [{ key: 'v', does: 'Review from the row on, or from the first', run: review }] : [],
  )

  function review() {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    const row = rows?.find(({ id }) => String(id) === focused) ?? rows?.[0]
    if (row) void navigate(reviewPath(row, listUrl.search))
  }

  return (
    <>
      <ResourcePage
        title="Applications"
        plural="applications"
        views="applications"
        list={list}
        columns={() =>
          applicationColumns({
            search: listUrl.search,
            onStatus: changeStatus,
            onNote: openNote,
          })
        }
        rowName={fullName}
        actions={
          <>
            {!rows && (
              <Button size="sm" aria-disabled>
                Review
              </Button>
            )}
            {rows?.[0] && (
              <ButtonLink size="sm" to={reviewPath(rows[0], listUrl.search)}>
                Review
              </ButtonLink>
            )}
            <RecentBatchesLink target="application,assignment,place,invitation" />
            <ExportMenu
              plural="applications"
              fetchFile={(format) =>
                api.applications.export({ query: { format }, body: { filters, ordering } })
              }
            />
          </>
        }
        emptyText="New applications appear here as they come in."
        deletion={applicationDeletion}
        rowMenu={(application) => (
          <>
            <MenuLink to={`/dashboard/applications/${application.id}${listUrl.search}`}>
              Open
            </MenuLink>
            <MenuLink to={reviewPath(application, listUrl.search)}>Review from here</MenuLink>
            <MenuItem onSelect={() => openNote(application)}>Change status</MenuItem>
            <MenuItem onSelect={() => setOpen({ dialog: 'move', of: selectionOf(application) })}>
              Move
            </MenuItem>
            {application.status === 'SHORTLISTED' && (
              <MenuItem
                onSelect={() => setOpen({ dialog: 'invite', of: selectionOf(application) })}
              >
                Invite to an interview
              </MenuItem>
            )}
            {application.assignee?.id !== me.id && (
              <MenuItem onSelect={() => assign(application, me)}>Assign to me</MenuItem>
            )}
          </>
        )}
        rowLine={({ resume_hit }) => resume_hit && <ResumeHitText hit={resume_hit} />}
        selection={selection}
        above={
          <>
            {strip}
            {ordering?.endsWith('score') && (
              <p className="mb-2 text-muted text-sm">
                Only those that you have scored: the order of the others is hidden from you.
              </p>
            )}
            {list.page?.has_more && (
              <p role="status" className="mb-2 text-muted text-sm">
                Too many match, so only the newest are listed. Another word or filter finds the
                others.
              </p>
            )}
            {cohort && isWaitingList && list.page && list.page.total_items > 0 && (
              <WaitingListBar cohort={cohort} waiting={list.page.total_items} show={show} />
            )}
          </>
        }
        below={
          <BatchBar plural="applications" selection={selection}>
            <Button size="sm" onClick={() => setOpen({ dialog: 'batch' })}>
              Change status
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setOpen({ dialog: 'assign' })}>
              Assign
            </Button>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => setOpen({ dialog: 'move', of: selection })}
            >
              Move
            </Button>
            {isComparable(selection) && (
              <ButtonLink
                size="sm"
                variant="secondary"
                to={`/dashboard/applications/compare${searchWith(listUrl.search, selection)}`}
              >
                Compare
              </ButtonLink>
            )}
            <Button
              size="sm"
              variant="secondary"
              onClick={() => setOpen({ dialog: 'invite', of: selection })}
            >
              Invite
            </Button>
          </BatchBar>
        }
      />
      {open?.dialog === 'status' && (
        <ApplicationStatusDialog
          application={open.application}
          onClose={close}
          change={changeShown}
        />
      )}
      {open?.dialog === 'assign' && (
        <AssignDialog selection={selection} filters={filters} onClose={close} onChanged={show} />
      )}
      {open?.dialog === 'move' && (
        <MoveDialog selection={open.of} filters={filters} onClose={close} onChanged={show} />
      )}
      {open?.dialog === 'invite' && (
        <InviteDialog selection={open.of} filters={filters} onClose={close} onChanged={show} />
      )}
      {open?.dialog === 'batch' && (
        <ApplicationBatchDialog
          selection={selection}
          filters={filters}
          onClose={close}
          onChanged={show}
        />
      )}
    </>
  )
}
