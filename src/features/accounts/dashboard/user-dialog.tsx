import { useMailNote } from '#client/mail-note.ts'
import { EditDialog, type EditorProps } from '#client/resources/edit/edit-dialog.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { RadioGroup } from '#ui/forms/choice-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { UserRow } from '../contract.ts'
import { invitationDays, passwordLengthMin } from '../validation.ts'
import { ProofFields } from './proof-fields.tsx'
import { roleOptions, roleTexts } from './role-labels.ts'
import { userName } from './user-status.ts'

const valuesOf = (user: UserRow | undefined) => ({
  email: user?.email ?? '',
  name: user?.name ?? '',
  role: user?.role ?? ('RECRUITER' as const),
  entry: 'invitation' as 'invitation' | 'password',
  password: '',
  current_password: '',
  code: '',
})

const entriesOf = (mailNote: string) => [
  {
    value: 'invitation',
    label: 'By an invitation',
    description: `An email with a link to choose a password, good for ${invitationDays} days.${mailNote}`,
  },
  {
    value: 'password',
    label: 'With a first password',
    description: 'That you give them yourself.',
  },
]

const inputOf = ({ entry, password, ...fields }: ReturnType<typeof valuesOf>) => ({
  ...fields,
  current_password: fields.current_password || undefined,
  code: fields.code || undefined,
  ...(entry === 'password' && { password }),
})

/**
 * Creates a user, by an invitation or with a first password, or edits a user's name, email and role. Asks for the own
 * password where the server does: for a new user, a new administrator, and another email.
 */
export function UserDialog({ row, onClose }: EditorProps<UserRow>) {
  const entries = entriesOf(useMailNote())
  const save = useSave('users', inputOf)

  function isProofAsked({ role, email }: Pick<UserRow, 'role' | 'email'>) {
    const isMadeAdmin = role === 'ADMIN' && row?.role !== 'ADMIN'
    return isMadeAdmin || email.trim().toLowerCase() !== row?.email
  }

  return (
    <EditDialog
      noun="user"
      savedBy="users.update"
      rowName={userName}
      row={row}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field, watch) => (
        <>
          <TextField {...field('name')} label="Name" autoComplete="off" maxLength={120} required />
          <TextField {...field('email')} label="Email" type="email" autoComplete="off" required />
          <SelectField
            {...field('role')}
            label="Role"
            hint={roleTexts[watch('role')]}
            options={roleOptions}
            required
          />
          {!row && (
            <RadioGroup
              {...field('entry')}
              label="How they come in"
              choices={entries}
              className="sm:grid-cols-2"
            />
          )}
          {!row && watch('entry') === 'password' && (
            <PasswordField
              {...field('password')}
              label="First password"
              hint={`At least ${passwordLengthMin} characters. Give it to them in person; they can change it in their profile.`}
              autoComplete="new-password"
              required
            />
          )}
          {isProofAsked({ role: watch('role'), email: watch('email') }) && (
            <ProofFields password={field('current_password')} code={field('code')} />
          )}
        </>
      )}
    </EditDialog>
  )
}
