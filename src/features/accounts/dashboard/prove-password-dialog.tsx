import { useCallForm } from '#client/forms/use-call-form.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { ProofFields } from './proof-fields.tsx'

type ProvePasswordDialogProps = {
  title: string
  text: string
  submitLabel: string
  isDanger?: boolean
  /** The call's field for the password, where its errors are shown. */
  field?: 'password' | 'current_password'
  /** Performs the protected action; its errors are shown. */
  onProve: (proof: { password: string; code: string | undefined }) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password again, so that nobody else at an unlocked screen can perform the action. */
export function ProvePasswordDialog(props: ProvePasswordDialogProps) {
  const { title, text, submitLabel, isDanger, field = 'password', onProve, onClose } = props
  const form = useCallForm<Record<string, string>>({ [field]: '', code: '' }, (values) =>
    onProve({ password: values[field] ?? '', code: values.code || undefined }),
  )
  return (
    <FormDialog
      title={title}
      description={text}
      submitLabel={submitLabel}
      isDanger={isDanger}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={false}
      problem={form.problem}
      size="sm"
    >
      <ProofFields password={form.field(field)} code={form.field('code')} />
    </FormDialog>
  )
}
