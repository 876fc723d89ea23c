import { type KeyboardEvent, memo } from 'react'
import { Link } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Candidate } from '../issue-contract.ts'
import { printedLengthMax } from '../validation.ts'
import type { Remarks } from './proofreading.ts'
import type { IssueDraft } from './use-issue-draft.ts'

type IssueRowsProps = { candidates: readonly Candidate[]; draft: IssueDraft }

const columns = 'sm:grid-cols-[2rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]'

/** Every accepted applicant with the name to print. The arrow keys and Enter go from name to name. */
export function IssueRows({ candidates, draft }: IssueRowsProps) {
  const open = candidates.filter(({ certificate }) => !certificate)
  const isAll = open.length > 0 && draft.chosen.length === open.length
  return (
    <section aria-labelledby="names" className="rounded bg-raised shadow-low">
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-5">
        <h2 id="names" className="text-xl">
          Names
        </h2>
        {open.length > 0 && (
          <CheckboxField
            label="All of them"
            checked={isAll}
            onChange={({ target }) =>
              draft.edit(
                open.map(({ id }) => id),
                { isLeftOut: !target.checked },
              )
            }
          />
        )}
      </div>
      <div
        aria-hidden="true"
        className={`hidden gap-x-4 border-line border-b bg-sand px-5 py-2 font-semibold text-sm sm:grid ${columns}`}
      >
        <span />
        <span>Name as printed</span>
        <span>Course</span>
        <span>Email</span>
      </div>
      <ul onKeyDown={moveBetweenNames}>
        {candidates.map((candidate) => {
          const row = draft.rows.get(candidate.id)
          return candidate.certificate || !row ? (
            <HeldRow key={candidate.id} candidate={candidate} />
          ) : (
            <IssueRow
              key={candidate.id}
              {...row}
              email={candidate.email}
              remarks={draft.remarks.get(candidate.id)}
              onEdit={(change) => draft.edit([candidate.id], change)}
            />
          )
        })}
      </ul>
    </section>
  )
}

function moveBetweenNames(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[key]
  if (!step || !(target instanceof HTMLInputElement)) return
  const kind = target.dataset.printed
  if (!kind) return
  const all = [
    ...currentTarget.querySelectorAll<HTMLInputElement>(`[data-printed=${kind}]:enabled`),
  ]
  const next = all[all.indexOf(target) + step]
  event.preventDefault()
  next?.focus()
  next?.select()
}

type IssueRowProps = {
  id: number
  full_name: string
  course: string
  isNew: boolean
  isChosen: boolean
  email: string
  remarks: Remarks | undefined
  onEdit: (change: { full_name?: string; course?: string; isLeftOut?: boolean }) => void
}

/** Drawn again when it has changed itself: a cohort may have hundreds of rows. */
const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { full_name, course, isNew, isChosen, email, remarks, onEdit } = props
  return (
    <li
      className={`grid items-start gap-x-4 gap-y-2 border-line border-b px-5 py-3 last:border-0 ${columns}`}
    >
      <CheckboxField
        label={<span className="sm:sr-only">Issue to {full_name || email}</span>}
        checked={isChosen}
        onChange={({ target }) => onEdit({ isLeftOut: !target.checked })}
        className="sm:pt-2.5"
      />
      <TextField
        label={`Name of ${email}`}
        isLabelHidden
        value={full_name}
        onChange={({ target }) => onEdit({ full_name: target.value })}
        error={remarks?.full_name}
        hint={
          isNew && !isChosen ? (
            <span className="text-warning">New here since you began. Tick it once it is read.</span>
          ) : (
            !remarks?.full_name &&
            remarks?.warning && <span className="text-warning">{remarks.warning}</span>
          )
        }
        disabled={!isChosen}
        maxLength={printedLengthMax}
        autoComplete="off"
        data-printed="name"
      />
      <TextField
        label={`Course of ${email}`}
        isLabelHidden
        value={course}
        onChange={({ target }) => onEdit({ course: target.value })}
        error={remarks?.course}
        disabled={!isChosen}
        maxLength={printedLengthMax}
        autoComplete="off"
        data-printed="course"
      />
      <p className="wrap-anywhere text-muted text-sm sm:pt-3">
        <EmailText address={email} />
      </p>
    </li>
  )
}, isSameRow)

function isSameRow(one: IssueRowProps, other: IssueRowProps) {
  return (
    one.full_name === other.full_name &&
    one.course === other.course &&
    one.isNew === other.isNew &&
    one.isChosen === other.isChosen &&
    one.remarks?.full_name === other.remarks?.full_name &&
    one.remarks?.course === other.remarks?.course &&
    one.remarks?.warning === other.remarks?.warning
  )
}

/** Somebody who has a certificate already. */
function HeldRow({ candidate }: { candidate: Candidate }) {
  const { full_name, email, course, certificate } = candidate
  return (
    <li
      className={`grid items-center gap-x-4 gap-y-1 border-line border-b px-5 py-3 last:border-0 ${columns}`}
    >
      <span className="max-sm:hidden" />
      <p className="wrap-anywhere font-medium">
        {full_name}{' '}
        {certificate && (
          <Link to={`/dashboard/certificates/${certificate.id}`} className="underline-offset-4">
            <Badge tone="success">Has {certificate.number}</Badge>
          </Link>
        )}
      </p>
      <p className="wrap-anywhere">{course}</p>
      <p className="wrap-anywhere text-muted text-sm">
        <EmailText address={email} />
      </p>
    </li>
  )
}
