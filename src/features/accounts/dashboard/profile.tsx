import { storeOwnUser } from '#client/api/own-user.ts'
import { useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from './panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { roleLabels } from './role-labels.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

const DigestPanel = lazyComponent(() => import('./digest-panel.tsx'), 'DigestPanel', null)

/** The signed-in user's account. */
export function Profile() {
  return (
    <>
      <PageHeading title="Profile" />
      <div className="grid max-w-6xl grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <NamePanel />
          <PasswordPanel />
          <DigestPanel />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <SecondFactorPanel />
          <SessionsPanel />
        </div>
      </div>
    </>
  )
}

/** The user's name, email and role. Only the name is editable: administrators change the rest. */
function NamePanel() {
  const { name, email, role } = useUser()
  const update = useWrite('accounts.updateMe')
  const form = useCallForm<{ name: string }>({ name }, async (values) => {
    const user = await update.mutateAsync(values)
    storeOwnUser(user)
    form.reset({ name: user.name })
    notify({ type: 'success', message: 'Your name has been saved.' })
  })
  return (
    <Panel title="You" text={`${email}, ${roleLabels[role]}`}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          {...form.field('name')}
          label="Name"
          autoComplete="name"
          maxLength={120}
          required
        />
        <FormError>{form.problem}</FormError>
        <Button type="submit" isBusy={form.isBusy} className="self-start">
          Save name
        </Button>
      </form>
    </Panel>
  )
}
