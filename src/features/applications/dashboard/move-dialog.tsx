import { useState } from 'react'
import { useReadAll, useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { CheckboxField, RadioGroup } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import { useStatusEmails } from './status-emails.tsx'

type MoveDialogProps = {
  selection: RowSelection<Application>
  filters: ApplicationFilters
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

type Values = {
  to: 'cohort' | 'waiting' | 'spot'
  cohort: string
  waits_if_full: boolean
  send_email: boolean
}

const toCohort = { value: 'cohort', label: 'To another cohort' }
const choices = [
  toCohort,
  {
    value: 'waiting',
    label: 'On the waiting list',
    description: 'Of the cohort that they are in. They take no spot while they wait.',
  },
  {
    value: 'spot',
    label: 'From the waiting list to a spot',
    description: 'As long as one is free.',
  },
]

const emailKinds = { cohort: 'MOVED', waiting: 'WAITING', spot: 'SPOT' } as const

/** Moves the selected applications to another cohort, or between the waiting list and a spot. */
export function MoveDialog({ filters, ...props }: MoveDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const cohorts = useTargetCohorts()
  const isEmailed = useStatusEmails()
  const move = useWrite('applications.move')
  const changeWaiting = useWrite('applications.changeWaiting')
  const moveAll = useWriteStream('applications.moveMatching')
  const nameOf = (id: string) => cohorts?.find(({ value }) => value === id)?.name ?? 'a cohort'
  return (
    <BatchDialog<Application, Values>
      {...props}
      noun="application"
      rowName={fullName}
      title="Move"
      submitLabel="Move"
      values={{ to: 'cohort', cohort: '', waits_if_full: false, send_email: true }}
      validate={({ to, cohort }) =>
        to === 'cohort' && cohort === '' ? { cohort: 'Please choose a cohort' } : {}
      }
      becomes={({ to, cohort }) =>
        to === 'cohort'
          ? `in ${nameOf(cohort)}`
          : to === 'waiting'
            ? 'on the waiting list'
            : 'off the waiting list'
      }
      summarize={cohortCounts}
      sendRows={(rows, { to, cohort, waits_if_full, send_email }, batch) => {
        const application_ids = rows.map(({ id }) => id)
        if (to !== 'cohort') {
          return changeWaiting.mutateAsync({
            ...{ application_ids, is_waiting: to === 'waiting', send_email, batch },
          })
        }
        return move.mutateAsync({
          ...{ application_ids, cohort: Number(cohort), waits_if_full, send_email, batch },
          expected_cohorts: Object.fromEntries(rows.map((row) => [row.id, row.cohort])),
        })
      }}
      sendAll={({ total, seenAt }, { cohort, waits_if_full, send_email }, signal) => {
        const seen = { filters: seenFilters, seen_at: seenAt, seen_total: total }
        return moveAll({ ...seen, cohort: Number(cohort), waits_if_full, send_email }, signal)
      }}
    >
      {(form) => (
        <>
          <RadioGroup
            {...form.register('to')}
            label="Where to"
            choices={props.selection.all ? [toCohort] : choices}
          />
          {form.watch('to') === 'cohort' && (
            <>
              <SelectField
                {...form.register('cohort')}
                label="Cohort"
                placeholder="Choose a cohort"
                options={cohorts ?? []}
                required
                error={form.errorOf('cohort')}
              />
              <CheckboxField
                {...form.register('waits_if_full')}
                label="If it is full, put them on its waiting list"
                hint="Otherwise those for whom there is no spot stay where they are."
              />
            </>
          )}
          {isEmailed(emailKinds[form.watch('to')]) && (
            <CheckboxField
              {...form.register('send_email')}
              label="Tell them by email"
              hint="In 15 minutes, unless it is undone before."
            />
          )}
        </>
      )}
    </BatchDialog>
  )
}

/** All cohorts, with how many spots are free. */
function useTargetCohorts() {
  const { data } = useReadAll('cohorts.list', { status: 'all', ordering: '-start' })
  return data?.map(({ id, name, limit, total_registered }) => ({
    ...{ value: String(id), name },
    label: `${name} (${Math.max(0, limit - total_registered)} of ${limit} free)`,
  }))
}

/** How many are in which cohort: '10 in Kigali Web Cohort 12, 2 in Remote Cohort 7'. */
function cohortCounts(rows: Application[]) {
  const counts = Map.groupBy(rows, ({ cohort_name }) => cohort_name)
  return [...counts].map(([name, some]) => `${some.length} in ${name}`).join(', ')
}
