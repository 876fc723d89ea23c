import { type Control, useWatch } from 'react-hook-form'
import { useWrite } from '#client/api/queries.ts'
import { EditPage } from '#client/resources/edit/edit-page.tsx'
import type { EditField } from '#client/resources/edit/use-edit-form.ts'
import { RowGate } from '#client/resources/page/row-gate.tsx'
import { pluralize } from '#shared/format.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import type { Scorecard } from '../scores-contract.ts'
import { criteriaMax, criteriaMin } from '../validation.ts'
import { CriteriaField, type CriteriaValues } from './criteria-field.tsx'

const rowName = ({ name }: Scorecard) => `scorecard of ${name}`

const valuesOf = (row: Scorecard | undefined): CriteriaValues => ({
  criteria: row?.criteria ?? [],
  is_confirmed: false,
})

/** What the applications of a cohort are scored by. */
export const CriteriaEditor = ({ id }: { id: number }) => (
  <RowGate
    procedure="applicationScores.criteria"
    id={id}
    noun="cohort"
    titleOf={rowName}
    listPath="/dashboard/cohorts"
    isFresh
  >
    {(scorecard) => <CriteriaForm scorecard={scorecard} />}
  </RowGate>
)

function CriteriaForm({ scorecard }: { scorecard: Scorecard }) {
  const { mutateAsync } = useWrite('applicationScores.setCriteria')
  return (
    <EditPage
      noun="scorecard"
      savedBy="applicationScores.setCriteria"
      row={scorecard}
      rowName={rowName}
      list={{ path: '/dashboard/cohorts', title: 'Cohorts' }}
      valuesOf={valuesOf}
      save={({ criteria, is_confirmed }, seen) =>
        mutateAsync({
          id: scorecard.id,
          // An empty row at the end is none.
          criteria: criteria.filter(({ id, name, hint }) => id || name.trim() || hint.trim()),
          is_confirmed,
          expected_updated_at: seen?.updated_at,
        })
      }
    >
      {(field, control) => (
        <>
          <p className="measure text-muted">
            {criteriaMin} to {criteriaMax} things that each of you gives 1 to 4 for, one applicant
            after the other. Nobody sees the scores of others before their own are complete.
          </p>
          <CriteriaField control={control} />
          <Confirmation control={control} scorecard={scorecard} checkbox={field('is_confirmed')} />
        </>
      )}
    </EditPage>
  )
}

type ConfirmationProps = {
  control: Control<CriteriaValues>
  scorecard: Scorecard
  checkbox: ReturnType<EditField<CriteriaValues>>
}

/** Says what becomes of the scores that there are, once a criterion comes or goes. */
function Confirmation({ control, scorecard, checkbox }: ConfirmationProps) {
  const criteria = useWatch({ control, name: 'criteria' })
  const ids = new Set(criteria.map(({ id }) => id))
  const isAdded = criteria.some(({ id, name }) => !id && name.trim() !== '')
  const isGone = scorecard.criteria.some(({ id }) => !ids.has(id))
  const isAsked = scorecard.scored > 0 && (isAdded || isGone)
  // The server asks as well where somebody has begun to score since.
  if (!isAsked && !checkbox.error) return null
  return (
    <div className="flex flex-col gap-3 rounded bg-warning-soft px-4 py-3">
      {isAsked && (
        <p className="measure">
          {pluralize(scorecard.scored, 'application')} {scorecard.scored === 1 ? 'has' : 'have'}{' '}
          been scored.
          {isGone &&
            ' Scores by a criterion that goes do not count any more. They are kept, and come back if it does under its name.'}
          {isAdded && ' By a new criterion everybody has to score again before their scores count.'}
        </p>
      )}
      <CheckboxField {...checkbox} label="Change them all the same" />
    </div>
  )
}
