import { useState } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch-bar.tsx'
import { BatchDialog } from '#client/resources/batch-dialog.tsx'
import { RecentBatchesLink } from '#client/resources/recent-batches-link.tsx'
import { ResourcePage } from '#client/resources/resource-page.tsx'
import { noStatusYet, StatusFields, type StatusValues } from '#client/resources/status-fields.tsx'
import type { UndoableChange } from '#client/resources/undo-strip.tsx'
import { useKeptState } from '#client/resources/use-kept-state.ts'
import { useResourceList } from '#client/resources/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/use-undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { choiceFilter, loadedFilter, readText, textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import {
  nothingSelected,
  type RowSelection,
  type SelectionState,
  useSelection,
} from '#ui/data-table/selection.ts'
import { MenuLink } from '#ui/overlays/menu.tsx'
import { statusCounts, statusLabels } from '#ui/status-badge.tsx'
import type { Talent } from '../contract.ts'
import {
  availabilityLabels,
  type TalentStatus,
  talentLevelLabels,
  talentOrders,
} from '../validation.ts'
import { talentColumns } from './talent-columns.tsx'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

const useSkillOptions = () =>
  useRead('talents.skills', undefined).data?.results.map(({ name, talents }) => ({
    value: name,
    label: `${name} (${talents})`,
  }))

const listSpec = {
  filters: {
    search: textFilter('Search talents'),
    status: choiceFilter('Status', 'Any status', statusLabels(talentStatusLooks)),
    skill: loadedFilter('Skill', 'Any skill', readText(200), useSkillOptions),
    level: choiceFilter('Level', 'Any level', talentLevelLabels),
    availability: choiceFilter('Can start', 'Any time', availabilityLabels),
  },
  orders: talentOrders,
  defaultOrdering: '-created_at',
}

/** All registered talents. One or many can be changed. */
export function TalentTable() {
  const list = useResourceList('talents.list', listSpec)
  const { search } = list.address
  const kept = useKeptState<SelectionState<Talent>>('talents', nothingSelected)
  const selection = useSelection(list.page?.results ?? [], JSON.stringify(list.filters), kept)
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
        actions={<RecentBatchesLink target="talent" />}
        emptyText="New registrations appear here as they come in."
        deletion={talentDeletion}
        rowMenu={(talent) => (
          <MenuLink to={`/dashboard/talents/${talent.id}${search}`}>Open</MenuLink>
        )}
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
          onClose={() => setIsBatchOpen(false)}
          onChanged={show}
        />
      )}
    </>
  )
}

type TalentBatchDialogProps = {
  selection: RowSelection<Talent>
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Changes the status of all selected talents, unless a colleague has changed them since they were shown. */
function TalentBatchDialog(props: TalentBatchDialogProps) {
  const changeRows = useWrite('talents.changeStatuses')
  return (
    <BatchDialog<Talent, StatusValues<TalentStatus>>
      {...props}
      noun="talent"
      rowName={fullName}
      title="Change the status of"
      submitLabel="Change status"
      values={noStatusYet}
      validate={({ status }) => (status === '' ? { status: 'Please choose a status' } : {})}
      becomes={({ status }) => talentStatusLooks[status as TalentStatus].label.toLowerCase()}
      summarize={(rows) => statusCounts(talentStatusLooks, rows)}
      sendRows={(rows, values, batch) =>
        changeRows.mutateAsync({
          talent_ids: rows.map(({ id }) => id),
          expected_versions: Object.fromEntries(rows.map((row) => [row.id, row.updated_at])),
          ...values,
          batch,
        })
      }
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
