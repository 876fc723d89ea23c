import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import { RecentBatchesLink } from '#client/resources/batch/recent-batches-link.tsx'
import { partsByStatus, useMatchingCounts } from '#client/resources/batch/use-matching-counts.ts'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { ResumeHitText } from '#client/resources/resume/resume-hit.tsx'
import {
  noStatusYet,
  StatusFields,
  type StatusValues,
} from '#client/resources/status/status-fields.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { MenuLink } from '#ui/overlays/menu.tsx'
import { statusAdjective, statusCounts } from '#ui/status-badge.tsx'
import type { Talent, TalentFilters } from '../contract.ts'
import type { TalentStatus } from '../validation.ts'
import { talentColumns } from './talent-columns.tsx'
import { talentListSpec } from './talent-list-spec.ts'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

/** All registered talents. One or many can be changed. */
export function TalentTable() {
  const list = useResourceList('talents.list', talentListSpec)
  const { filters, ordering, listUrl } = list
  const { search } = listUrl
  const selection = useListSelection(list, list.page?.results, list.fresh)
  const { strip, show } = useUndoStrip(<ListCount noun="talent" page={list.page} />)
  const { changeStatus } = useTalentStatus(show)
  const [isBatchOpen, setIsBatchOpen] = useState(false)

  return (
    <>
      <ResourcePage
        title="Talents"
        text="People who registered to be introduced to employers."
        plural="talents"
        views="talents"
        list={list}
        columns={() => talentColumns(search, changeStatus)}
        rowName={fullName}
        actions={
          <>
            <ExportMenu
              plural="talents"
              fetchFile={(format) =>
                api.talents.export({ query: { format }, body: { filters, ordering } })
              }
            />
            <RecentBatchesLink target="talent" />
          </>
        }
        emptyText="New registrations appear here as they come in."
        deletion={talentDeletion}
        rowMenu={(talent) => (
          <MenuLink to={`/dashboard/talents/${talent.id}${search}`}>Open</MenuLink>
        )}
        rowLine={({ resume_hit }) => resume_hit && <ResumeHitText hit={resume_hit} />}
        selection={selection}
        above={strip}
        below={
          <BatchBar plural="talents" selection={selection}>
            <Button size="sm" onClick={() => setIsBatchOpen(true)}>
              Change status
            </Button>
          </BatchBar>
        }
      />
      {isBatchOpen && (
        <TalentBatchDialog
          selection={selection}
          filters={filters}
          onClose={() => setIsBatchOpen(false)}
          onChanged={show}
        />
      )}
    </>
  )
}

type TalentBatchDialogProps = {
  filters: TalentFilters
  selection: RowSelection<Talent>
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Changes the status of all selected talents, unless a colleague has changed them since they were shown. */
function TalentBatchDialog({ filters, ...props }: TalentBatchDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const changeRows = useWrite('talents.changeStatuses')
  const changeMatching = useWriteStream('talents.changeMatching')
  return (
    <BatchDialog<Talent, StatusValues<TalentStatus>>
      {...props}
      noun="talent"
      rowName={fullName}
      title="Change the status of"
      submitLabel="Change status"
      values={noStatusYet}
      validate={({ status }) => (status === '' ? { status: 'Please choose a status' } : {})}
      becomes={({ status }) => statusAdjective(talentStatusLooks[status as TalentStatus])}
      summarize={(rows) => statusCounts(talentStatusLooks, rows)}
      summaryOfAll={useMatchingCounts(
        'talents.list',
        props.selection.all ? partsByStatus(talentStatusLooks, seenFilters) : [],
      )}
      sendRows={(rows, values, batch) =>
        changeRows.mutateAsync({
          talent_ids: rows.map(({ id }) => id),
          expected_versions: Object.fromEntries(rows.map((row) => [row.id, row.updated_at])),
          ...values,
          batch,
        })
      }
      sendAll={({ total, seenAt }, { status, notes }, signal) => {
        // The form asks for a status before it is sent.
        const change = { status: status as TalentStatus, notes }
        const seen = { seen_at: seenAt, seen_total: total }
        return changeMatching({ filters: seenFilters, ...change, ...seen }, signal)
      }}
    >
      {(form) => (
        <StatusFields
          form={form}
          looks={talentStatusLooks}
          hint="Kept in the history of each. The talents do not see them."
        />
      )}
    </BatchDialog>
  )
}
