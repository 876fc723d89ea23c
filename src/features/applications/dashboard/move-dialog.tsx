import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead, useReadAll, useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { formatCount, pluralize } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { groupBy } from '#shared/older-browsers.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { CheckboxField, RadioGroup } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { loading } from '#ui/lazy/lazy-component.tsx'
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

const choices = [
  { value: 'cohort', label: 'To another cohort' },
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
  const { cohorts, error, refetch } = useTargetCohorts()
  const isEmailed = useStatusEmails()
  const move = useWrite('applications.move')
  const changeWaiting = useWrite('applications.changeWaiting')
  const moveAll = useWriteStream('applications.moveMatching')
  const changeAllWaiting = useWriteStream('applications.changeWaitingMatching')
  const summaryOfAll = useMatchingPlaces(seenFilters, props.selection.all !== undefined)
  // Whoever was quicker would write to people without having been asked.
  if (!isEmailed) return loading
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
      summaryOfAll={summaryOfAll}
      sendRows={(rows, { to, cohort, waits_if_full, send_email }, batch) => {
        const seen = {
          application_ids: rows.map(({ id }) => id),
          expected_cohorts: Object.fromEntries(rows.map(({ id, cohort }) => [id, cohort])),
          expected_statuses: Object.fromEntries(rows.map(({ id, status }) => [id, status])),
        }
        if (to !== 'cohort') {
          return changeWaiting.mutateAsync({
            ...seen,
            is_waiting: to === 'waiting',
            send_email,
            batch,
          })
        }
        return move.mutateAsync({
          ...seen,
          cohort: Number(cohort),
          waits_if_full,
          send_email,
          batch,
        })
      }}
      sendAll={({ total, seenAt }, { to, cohort, waits_if_full, send_email }, signal) => {
        const seen = { filters: seenFilters, seen_at: seenAt, seen_total: total }
        if (to !== 'cohort') {
          return changeAllWaiting({ ...seen, is_waiting: to === 'waiting', send_email }, signal)
        }
        return moveAll({ ...seen, cohort: Number(cohort), waits_if_full, send_email }, signal)
      }}
    >
      {(form) => (
        <>
          <RadioGroup {...form.register('to')} label="Where to" choices={choices} />
          {form.watch('to') === 'cohort' && error && !cohorts && (
            <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
          )}
          {form.watch('to') === 'cohort' && (cohorts || !error) && (
            <>
              <SelectField
                {...form.field('cohort')}
                label="Cohort"
                placeholder="Choose a cohort"
                options={cohorts ?? []}
                required
              />
              <CheckboxField
                {...form.register('waits_if_full')}
                label="If it is full, put them on its waiting list"
                hint="Otherwise those for whom there is no spot stay where they are."
              />
            </>
          )}
          {(isEmailed(emailKinds[form.watch('to')]) ?? true) && (
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
  const { data, error, refetch } = useReadAll('cohorts.list', { status: 'all', ordering: '-start' })
  const cohorts = data?.map(({ id, name, limit, total_registered }) => ({
    value: String(id),
    name,
    label: `${name} (${Math.max(0, limit - total_registered)} of ${limit} free)`,
  }))
  return { cohorts, error, refetch }
}

type Place = { name: string; total: number; waiting: number }

const namedPlacesMax = 6

/** How many are in which cohort, the most first: '10 in Kigali Web Cohort 12 (3 waiting), 2 in Remote Cohort 7'. */
function placesOf(places: readonly Place[]) {
  const sorted = places.toSorted((a, b) => b.total - a.total)
  const others = sorted.slice(namedPlacesMax)
  const named = sorted.slice(0, namedPlacesMax).map(({ name, total, waiting }) => {
    const place = `${formatCount(total)} in ${name}`
    return waiting > 0 ? `${place} (${formatCount(waiting)} waiting)` : place
  })
  const rest = formatCount(others.reduce((sum, { total }) => sum + total, 0))
  if (others.length > 0) named.push(`${rest} in ${pluralize(others.length, 'other cohort')}`)
  return named.join(', ')
}

const cohortCounts = (rows: Application[]) =>
  placesOf(
    [...groupBy(rows, ({ cohort_name }) => cohort_name)].map(([name, some]) => ({
      name,
      total: some.length,
      waiting: some.filter(({ waiting_since }) => waiting_since !== null).length,
    })),
  )

/** The same of all that match, as the server counts them. */
function useMatchingPlaces(filters: ApplicationFilters, enabled: boolean) {
  const { data } = useRead('applications.countByCohort', filters, { enabled })
  return data && placesOf(data.results)
}
