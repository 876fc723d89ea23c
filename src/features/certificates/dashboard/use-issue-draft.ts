import { useEffect } from 'react'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import { localDay } from '#shared/company.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import type { Candidate, Candidates } from '../issue-contract.ts'
import { proofread } from './proofreading.ts'

type RowEdit = { full_name?: string; course?: string; isLeftOut?: boolean }

const sharedOf = ({ cohort }: Candidates) => ({
  cohort: cohort.name,
  course: '',
  start: cohort.start,
  end: cohort.end,
  issued_on: localDay(new Date()),
  send_email: true,
})
type Shared = ReturnType<typeof sharedOf>
type StoredDraft = {
  shared?: Shared
  rows: Record<number, RowEdit>
  /** The applications that were there when the proofreading began. */
  begunWith?: number[]
}

export type IssueDraft = ReturnType<typeof useIssueDraft>

/**
 * What is to be issued, as it was proofread. It outlasts the page, so that an application can be looked up meanwhile.
 * Whoever is accepted since it began is left out until somebody ticks them: nobody has read their name.
 */
export function useIssueDraft(candidates: Candidates) {
  const name = `certificates of cohort ${candidates.cohort.id}`
  const [kept, update] = useKeptState<StoredDraft>(name, { rows: {} })
  const shared = kept.shared ?? sharedOf(candidates)
  const open = candidates.results.filter(({ certificate }) => !certificate).map(({ id }) => id)
  const begunWith = new Set(kept.begunWith ?? open)
  const begin = () => update((now) => ({ ...now, begunWith: open }))
  useEffect(() => {
    if (!kept.begunWith) begin()
  })
  const toRow = (candidate: Candidate) => {
    const edit = kept.rows[candidate.id]
    const isNew = !begunWith.has(candidate.id)
    return {
      id: candidate.id,
      full_name: edit?.full_name ?? candidate.full_name,
      course: edit?.course ?? (shared.course.trim() || candidate.course),
      isNew,
      isChosen: !candidate.certificate && !(edit?.isLeftOut ?? isNew),
    }
  }
  const rows = candidates.results.map(toRow)
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const remarks = proofread(chosen)
  const wrong = chosen.filter(({ id }) => remarks.get(id)?.full_name || remarks.get(id)?.course)
  const doubtful = chosen.filter(({ id }) => remarks.get(id)?.warning).length
  const held = rows.length - open.length
  const unread = candidates.results.filter(
    ({ id, certificate }) =>
      !certificate && !begunWith.has(id) && kept.rows[id]?.isLeftOut === undefined,
  ).length
  const leftOut = open.length - chosen.length - unread

  return {
    shared,
    rows: new Map(rows.map((row) => [row.id, row])),
    chosen,
    remarks,
    isEdited:
      held < rows.length && (kept.shared !== undefined || Object.keys(kept.rows).length > 0),
    /** Why nothing can be issued so. */
    problem:
      chosen.length === 0
        ? 'Please tick at least one name.'
        : wrong.length > 0
          ? `${pluralize(wrong.length, 'certificate')} cannot be printed so. Please mend what is marked, or leave it out.`
          : undefined,
    summary: [
      leftOut > 0 && `${formatCount(leftOut)} left out`,
      unread > 0 && `${formatCount(unread)} new since you began`,
      held > 0 && `${formatCount(held)} with a certificate already`,
      doubtful > 0 && `${formatCount(doubtful)} worth a second look`,
    ]
      .filter(Boolean)
      .join(', '),
    /** Counts whoever is there now as read from the beginning: the list is looked through anew. */
    begin,
    setShared: (values: Shared) => update((now) => ({ ...now, shared: values })),
    edit: (ids: readonly number[], change: RowEdit) =>
      update((now) => ({
        ...now,
        rows: {
          ...now.rows,
          ...Object.fromEntries(ids.map((id) => [id, { ...now.rows[id], ...change }])),
        },
      })),
    /** Forgets what was proofread of these. The others stay as they are, and so does what all have in common. */
    forget: (ids: readonly number[]) =>
      update((now) => ({
        ...now,
        rows: Object.fromEntries(
          Object.entries(now.rows).filter(([id]) => !ids.includes(Number(id))),
        ),
      })),
  }
}
