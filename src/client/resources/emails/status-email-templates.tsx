import {
  emailTemplateRules,
  emailVariables,
  type StatusEmailKind,
  statusEmailLabels,
} from '#shared/status-emails.ts'
import { useNotifiedWrite } from '../../api/use-notified-write.ts'
import { EmailTemplates, type EmailTemplatesProps } from './email-templates.tsx'

/** The emails that tell applicants what is decided on them. @param props.cohort whose applicants; undefined for all */
export function StatusEmailTemplates({
  cohort,
  ...props
}: EmailTemplatesProps<StatusEmailKind> & { cohort?: number }) {
  const preview = useNotifiedWrite('statusEmails.preview')
  const test = useNotifiedWrite('statusEmails.test')
  const ofCohort = cohort ? { cohort } : {}
  return (
    <EmailTemplates
      {...props}
      legend="When an application is"
      labels={statusEmailLabels}
      first="SHORTLISTED"
      variablesOf={() => emailVariables}
      rulesOf={() => emailTemplateRules}
      sentOf={() => ({
        label: 'The applicant is written to',
        hint: '15 minutes after the decision, unless it is undone before. Whoever decides can leave it out.',
      })}
      onPreview={(written, show) =>
        void preview({ ...written, ...ofCohort }, (found) => {
          show(found)
          return undefined
        })
      }
      onTest={(written) =>
        void test(
          { ...written, ...ofCohort },
          ({ recipient }) => `A test is on its way to ${recipient}.`,
        )
      }
    />
  )
}
