import { useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useMailNote } from '#client/mail-note.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Candidates, IssueOutcome } from '../issue-contract.ts'
import { printedLengthMax } from '../validation.ts'
import { IssueOutcomeText } from './issue-outcome.tsx'
import { IssueRows } from './issue-rows.tsx'
import { type IssueDraft, useIssueDraft } from './use-issue-draft.ts'

/** What all certificates of the cohort have in common, and every name, to be corrected or left out. */
export function IssueForm({ candidates }: { candidates: Candidates }) {
  const { cohort, results, total_items } = candidates
  const draft = useIssueDraft(candidates)
  const mailNote = useMailNote()
  const issue = useWrite('certificates.issueCohort')
  /** What the question is about: whatever changes in the list meanwhile is no part of it. */
  const [asked, setAsked] = useState<IssueDraft['chosen']>()
  const [outcome, setOutcome] = useState<IssueOutcome>()
  const form = useCallForm(draft.shared, async ({ course: _, ...shared }) => {
    const chosen = asked ?? draft.chosen
    const rows = chosen.map(({ id, full_name, course }) => ({
      application_id: id,
      full_name,
      course,
    }))
    const issued = await issue.mutateAsync({ id: cohort.id, ...shared, rows })
    const failed = new Set(issued.failed.map(({ id }) => id))
    draft.forget(chosen.map(({ id }) => id).filter((id) => !failed.has(id)))
    setOutcome(issued)
  })
  // The draft outlasts a visit to another page, but not that of another site.
  useLeaveGuard({ isFilled: false, isSending: draft.isEdited, isUnderWay: () => form.isBusy })

  if (outcome) {
    return (
      <IssueOutcomeText
        outcome={outcome}
        cohort={form.getValues('cohort')}
        onClose={() => {
          draft.begin()
          setOutcome(undefined)
        }}
      />
    )
  }

  function ask() {
    form.clearErrors()
    form.setProblem(draft.problem)
    if (!draft.problem) return setAsked(draft.chosen)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[data-printed][aria-invalid]')?.focus(),
    )
  }

  const field = (name: keyof typeof draft.shared) => ({
    ...form.register(name, { onChange: () => draft.setShared(form.getValues()) }),
    error: form.errorOf(name),
  })
  const certificates = pluralize(draft.chosen.length, 'certificate')
  const wanted = pluralize((asked ?? draft.chosen).length, 'certificate')
  const isSent = form.watch('send_email')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <section aria-labelledby="common" className="mb-6 rounded bg-raised p-5 shadow-low">
        <h2 id="common" className="mb-4 text-xl">
          On every certificate
        </h2>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <TextField
            {...field('cohort')}
            label="Cohort as printed"
            maxLength={printedLengthMax}
            className="xl:col-span-2"
            required
          />
          <TextField
            {...field('course')}
            label="Course"
            hint="Empty: the tech stack that each has applied for."
            maxLength={printedLengthMax}
            className="xl:col-span-2"
          />
          <TextField {...field('start')} label="Start" type="date" required />
          <TextField {...field('end')} label="End" type="date" required />
          <TextField
            {...field('issued_on')}
            label="Issued on"
            hint={form.watch('issued_on') < form.watch('end') && 'Before the end of the training.'}
            type="date"
            required
          />
        </div>
        <CheckboxField
          {...field('send_email')}
          label="Send each graduate the link to their certificate"
          className="mt-4"
        />
      </section>
      <IssueRows candidates={results} draft={draft} />
      {total_items > results.length && (
        <p className="mt-3 text-muted">
          The first {formatCount(results.length)} of {formatCount(total_items)} are shown. The
          others follow once these have theirs.
        </p>
      )}
      <div className="has-[p]:mt-4">
        <FormError>{form.problem}</FormError>
      </div>
      <div className="sticky bottom-0 z-10 -mx-1 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-1 py-3">
        <Button type="submit" isBusy={form.isBusy} aria-disabled={draft.chosen.length === 0}>
          {draft.chosen.length === 0 ? 'Issue certificates' : `Issue ${certificates}`}
        </Button>
        <p role="status" className="text-muted text-sm">
          {draft.summary}
        </p>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Issue ${wanted}?`}
        text={
          isSent
            ? `Each graduate gets an email with the link to their certificate, and these cannot be taken back. A certificate can be corrected or revoked later.${mailNote}`
            : 'Nobody is written to. A certificate can be corrected or revoked later.'
        }
        confirmLabel={`Issue ${wanted}`}
        onConfirm={() => form.submit()}
      />
    </form>
  )
}
