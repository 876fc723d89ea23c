import { useWrite } from '#client/api/queries.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { EmailTemplates } from '#client/resources/emails/email-templates.tsx'
import type { Settings } from '#shared/settings.ts'
import {
  defaultVisitorEmails,
  type VisitorEmailKind,
  visitorEmailGroups,
  visitorEmailLabels,
  visitorEmailRules,
  visitorEmailVariables,
} from '#shared/visitor-emails.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingRows } from '../contract.ts'
import { SectionForm } from './section-form.tsx'

/** What can be switched off here: visitors or staff ask for the others. */
const sent: Partial<Record<VisitorEmailKind, { label: string; hint: string }>> = {
  MESSAGE: {
    label: 'Who writes to us gets a confirmation',
    hint: 'Once an hour at most. It repeats nothing of the message.',
  },
}

export function VisitorsSection({ row }: { row: SettingRows['visitors'] }) {
  const save = useWrite('settings.saveVisitors')
  const preview = useNotifiedWrite('visitorEmails.preview')
  const test = useNotifiedWrite('visitorEmails.test')
  return (
    <SectionForm<Settings['visitors']> section="visitors" row={row} save={save.mutateAsync}>
      {({ field, form, replace }) => (
        <>
          <EmailTemplates<VisitorEmailKind>
            legend="Email"
            labels={visitorEmailLabels}
            groups={visitorEmailGroups}
            first="RECEIVED"
            standardOf={(kind) => defaultVisitorEmails[kind]}
            templateOf={(kind) => form.watch(kind)}
            onChange={(kind, template) => replace({ [kind]: template })}
            errorOf={(kind) => form.getFieldState(kind, form.formState).error?.message}
            variablesOf={(kind) => visitorEmailVariables[kind]}
            rulesOf={(kind) => visitorEmailRules[kind]}
            sentOf={(kind) => sent[kind]}
            onPreview={(written, show) =>
              void preview(written, (found) => {
                show([found])
                return undefined
              })
            }
            onTest={(written) =>
              void test(written, ({ recipient }) => `A test is on its way to ${recipient}.`)
            }
          />
          <FormSection title="New messages" level={2}>
            <CheckboxField
              label="We get an email of each new message"
              hint="An answer to it from a mail program goes to the visitor."
              checked={form.watch('staff_told')}
              onChange={(event) => replace({ staff_told: event.target.checked })}
              className="sm:col-span-2"
            />
            <TextField
              {...field('staff_email')}
              label="Where"
              hint="Empty for the address of the contacts."
              type="email"
              maxLength={254}
            />
          </FormSection>
        </>
      )}
    </SectionForm>
  )
}
