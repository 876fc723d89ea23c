import { useWrite } from '#client/api/queries.ts'
import { StatusEmailTemplates } from '#client/resources/emails/status-email-templates.tsx'
import type { Settings } from '#shared/settings.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import type { SettingRows } from '../contract.ts'
import { SectionForm } from './section-form.tsx'

export function EmailsSection({ row }: { row: SettingRows['emails'] }) {
  const save = useWrite('settings.saveEmails')
  return (
    <SectionForm<Settings['emails']> section="emails" row={row} save={save.mutateAsync}>
      {({ form, replace }) => (
        <StatusEmailTemplates
          standardOf={(kind) => defaultStatusEmails[kind]}
          templateOf={(kind) => form.watch(kind)}
          onChange={(kind, template) => replace({ [kind]: template })}
          errorOf={(kind) => form.getFieldState(kind, form.formState).error?.message}
        />
      )}
    </SectionForm>
  )
}
