import { useState } from 'react'
import { useRead, useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import { useMatchingCounts } from '#client/resources/batch/use-matching-counts.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { formatList, fullName } from '#shared/full-name.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import { useColleagues } from './use-colleagues.ts'

type AssignDialogProps = {
  selection: RowSelection<Application>
  filters: ApplicationFilters
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** The ids of the chosen colleagues. */
type Values = { assignees: string[] }

/** Assigns all selected applications: to one colleague, to several evenly, or to nobody. */
export function AssignDialog({ filters, ...props }: AssignDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const [order] = useState(() => [...props.selection.rows.keys()])
  const colleagues = useColleagues()
  const { error, refetch } = useRead('applicationNotes.colleagues', undefined, { enabled: false })
  const assignRows = useWrite('applications.assign')
  const assignAll = useWriteStream('applications.assignMatching')
  const namesOf = (chosen: readonly string[]) =>
    (colleagues ?? []).filter(({ id }) => chosen.includes(String(id))).map(({ name }) => name)
  return (
    <BatchDialog<Application, Values>
      {...props}
      noun="application"
      rowName={fullName}
      title="Assign"
      submitLabel="Assign"
      values={{ assignees: [] }}
      // Without them it would take the assignees off all.
      validate={() => (colleagues ? {} : { assignees: 'Your colleagues are not loaded yet' })}
      summaryOfAll={useMatchingCounts(
        'applications.list',
        props.selection.all ? partsByAssignee(colleagues ?? [], seenFilters) : [],
      )}
      becomes={({ assignees }) => `assigned to ${formatList(namesOf(assignees)) || 'nobody'}`}
      sendRows={(rows, { assignees }, batch) =>
        assignRows.mutateAsync({
          application_ids: rows.map(({ id }) => id),
          expected_assignees: Object.fromEntries(
            rows.map(({ id, assignee }) => [id, assignee?.id ?? null]),
          ),
          assignees: assignees.map(Number),
          first: Math.max(0, order.indexOf(rows[0]?.id ?? 0)),
          batch,
        })
      }
      sendAll={({ total, seenAt }, { assignees }, signal) =>
        assignAll(
          {
            filters: seenFilters,
            seen_at: seenAt,
            seen_total: total,
            assignees: assignees.map(Number),
          },
          signal,
        )
      }
    >
      {(form) => (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-semibold text-sm">Who takes care of them</legend>
            {colleagues ? (
              colleagues.map(({ id, name }) => (
                <CheckboxField
                  key={id}
                  {...form.register('assignees')}
                  label={<span className="wrap-anywhere">{name}</span>}
                  value={String(id)}
                />
              ))
            ) : (
              <NotLoaded error={error} refetch={refetch} lines={3} />
            )}
          </fieldset>
          <FormError>{!colleagues && form.errorOf('assignees')}</FormError>
          <p role="status" className="text-muted text-sm">
            {colleagues && sharesOf(props.selection.count, namesOf(form.watch('assignees')))}
          </p>
        </>
      )}
    </BatchDialog>
  )
}

/** A part for each who takes care of some, and for nobody, as far as the filters allow. */
const partsByAssignee = (
  colleagues: readonly { id: number; name: string }[],
  { assignee, ...filters }: ApplicationFilters,
) =>
  assignee === undefined
    ? [{ id: 'none', name: 'nobody' }, ...colleagues].map(({ id, name }) => ({
        label: `of ${name}`,
        filters: { ...filters, assignee: id },
      }))
    : []

/** What each gets: '12 each', or '12 or 13 each' where it doesn't come out even. */
function sharesOf(count: number, names: readonly string[]) {
  if (names.length === 0) return 'Nobody is chosen: nobody will take care of them.'
  if (names.length === 1) return `All go to ${names[0]}.`
  const least = Math.floor(count / names.length)
  const share = count % names.length === 0 ? `${least}` : `${least} or ${least + 1}`
  return `Shared out evenly: ${share} each for ${formatList(names)}.`
}
