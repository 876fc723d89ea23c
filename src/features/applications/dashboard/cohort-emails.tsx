import { type Control, useController } from 'react-hook-form'
import { useWrite } from '#client/api/queries.ts'
import { EditPage } from '#client/resources/edit/edit-page.tsx'
import { StatusEmailTemplates } from '#client/resources/emails/status-email-templates.tsx'
import { RowGate } from '#client/resources/page/row-gate.tsx'
import type { StatusEmailKind, StatusEmails } from '#shared/status-emails.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import type { CohortEmails } from '../status-emails-contract.ts'

type EmailValues = { emails: Partial<StatusEmails> }

const rowName = ({ name }: CohortEmails) => `emails of ${name}`

const valuesOf = (row: CohortEmails | undefined): EmailValues => ({ emails: row?.emails ?? {} })

/** What the applicants of a cohort are written, where it is other than in the settings. */
export const CohortEmailsEditor = ({ id }: { id: number }) => (
  <RowGate
    procedure="statusEmails.ofCohort"
    id={id}
    noun="cohort"
    titleOf={rowName}
    listPath="/dashboard/cohorts"
    isFresh
  >
    {(cohort) => <CohortEmailsForm cohort={cohort} />}
  </RowGate>
)

function CohortEmailsForm({ cohort }: { cohort: CohortEmails }) {
  const { mutateAsync } = useWrite('statusEmails.saveCohort')
  return (
    <EditPage
      noun="emails"
      savedBy="statusEmails.saveCohort"
      row={cohort}
      rowName={rowName}
      list={{ path: '/dashboard/cohorts', title: 'Cohorts' }}
      valuesOf={valuesOf}
      save={({ emails }, seen) =>
        mutateAsync({ id: cohort.id, emails, expected_updated_at: seen?.updated_at })
      }
    >
      {(_field, control) => <OwnEmails control={control} cohort={cohort} />}
    </EditPage>
  )
}

type OwnEmailsProps = { control: Control<EmailValues>; cohort: CohortEmails }

function OwnEmails({ control, cohort: { id, settings } }: OwnEmailsProps) {
  const { field, fieldState } = useController({ control, name: 'emails' })
  const own: Partial<StatusEmails> = field.value

  function setOwn(kind: StatusEmailKind, isOwn: boolean) {
    const { [kind]: _, ...others } = own
    field.onChange(isOwn ? { ...others, [kind]: settings[kind] } : others)
  }

  return (
    <StatusEmailTemplates
      cohort={id}
      standardOf={(kind) => settings[kind]}
      templateOf={(kind) => own[kind] ?? settings[kind]}
      onChange={(kind, template) => field.onChange({ ...own, [kind]: template })}
      errorOf={() => fieldState.error?.message}
      isOwn={(kind) => own[kind] !== undefined}
      before={(kind) => (
        <CheckboxField
          label="This cohort has an email of its own"
          hint="Otherwise the one of the settings holds, also when that is changed."
          checked={own[kind] !== undefined}
          onChange={(event) => setOwn(kind, event.target.checked)}
        />
      )}
    />
  )
}
