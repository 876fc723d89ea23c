import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { type Role, roles } from '#shared/roles.ts'
import { notify } from '#ui/feedback/notify.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { UserRow } from '../contract.ts'
import { passwordLengthMin } from '../validation.ts'
import { roleLabels } from './role-labels.ts'

type Values = { email: string; name: string; role: Role; password: string }

const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }))

type UserDialogProps = {
  /** The one to change; without it, a new one is made. */
  user?: UserRow
  onClose: () => void
}

/** Makes a user with a first password, or changes who a user is. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const create = useWrite('users.create')
  const update = useWrite('users.update')
  const form = useCallForm<Values>(
    {
      email: user?.email ?? '',
      name: user?.name ?? '',
      role: user?.role ?? 'RECRUITER',
      password: '',
    },
    async ({ password, ...fields }) => {
      if (user) await update.mutateAsync({ ...fields, id: user.id })
      else await create.mutateAsync({ ...fields, password })
      notify({ type: 'success', message: `${fields.name} has been saved.` })
      onClose()
    },
  )

  const field = (name: keyof Values) => ({ ...form.register(name), error: form.errorOf(name) })
  return (
    <FormDialog
      title={user ? `Edit ${user.name}` : 'New user'}
      submitLabel={user ? 'Save' : 'Create user'}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <TextField {...field('name')} label="Name" autoComplete="off" maxLength={120} required />
      <TextField {...field('email')} label="E-mail" type="email" autoComplete="off" required />
      <SelectField {...field('role')} label="Role" options={roleOptions} required />
      {!user && (
        <PasswordField
          {...field('password')}
          label="First password"
          hint={`At least ${passwordLengthMin} characters. Give it to them in person; they can change it in their profile.`}
          autoComplete="new-password"
          required
        />
      )}
    </FormDialog>
  )
}
