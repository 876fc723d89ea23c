import { encode } from 'uqr'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type ConfirmStepProps = {
  secret: string
  uri: string
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Shows the secret for an authenticator app, and verifies a code from the app. */
export function ConfirmStep({ secret, uri, onClose, onConfirmed }: ConfirmStepProps) {
  const confirm = useWrite('accounts.confirmSecondFactor')
  const form = useCallForm({ code: '' }, async ({ code }) => {
    const result = await confirm.mutateAsync({ code })
    onConfirmed(result.recovery_codes)
  })
  return (
    <FormDialog
      title="Add it to your authenticator app"
      description="Scan this code with the app, or type the secret into it. Then enter the six digits that it shows."
      submitLabel="Turn on"
      {...form.dialog}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="min-w-0 grow basis-40">
          <p className="text-muted text-sm">Secret</p>
          <p className="wrap-anywhere select-all font-semibold">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
        </div>
      </div>
      <TextField
        {...form.field('code')}
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
    </FormDialog>
  )
}

/** A text as a QR code, dark on light in every colour scheme, because some cameras read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const d = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded bg-white fill-black"
    >
      <path d={d} />
    </svg>
  )
}
