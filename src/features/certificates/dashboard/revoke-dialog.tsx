import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useSeenRow } from '#client/resources/edit/use-seen-row.ts'
import { notify } from '#ui/feedback/notify.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Certificate } from '../contract.ts'
import { revocationLengthMax } from '../validation.ts'

type RevokeDialogProps = { certificate: Certificate; onClose: () => void }

/** Revokes a certificate, with a reason. */
export function RevokeDialog({ certificate, onClose }: RevokeDialogProps) {
  const { seen, send } = useSeenRow(certificate)
  const { id, number, full_name, updated_at: expected_updated_at } = seen
  const revoke = useWrite('certificates.revoke')
  const form = useCallForm({ reason: '', send_email: true }, async (values) => {
    await send(revoke.mutateAsync({ id, expected_updated_at, ...values }))
    notify({ type: 'success', message: `Certificate ${number} of ${full_name} is revoked.` })
    onClose()
  })
  return (
    <FormDialog
      title={`Revoke the certificate of ${full_name}?`}
      description={`Number ${number} can no longer be downloaded, and the link in the email says that it was revoked. This cannot be undone; a new certificate can be issued instead.`}
      submitLabel="Revoke certificate"
      closeLabel="Keep certificate"
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label="Reason"
        hint="Kept in the history, and told in the email."
        rows={3}
        maxLength={revocationLengthMax}
        required
      />
      <CheckboxField {...form.register('send_email')} label="Tell them by email, with the reason" />
    </FormDialog>
  )
}
