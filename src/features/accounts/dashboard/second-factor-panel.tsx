import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { isOutcomeUnknown } from '#client/api/outcome.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { Panel } from './panel.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const ProvePasswordDialog = lazyComponent(
  () => import('./prove-password-dialog.tsx'),
  'ProvePasswordDialog',
)

type SetUpStep =
  | { step: 'start' | 'renew' | 'disable' }
  | { step: 'confirm'; secret: string; uri: string }
  | { step: 'codes'; codes: string[] }

const unseen =
  'You left before your recovery codes were shown, and no others work. Please get new ones in your profile.'

const uncertain =
  "Your former recovery codes may no longer work. Please get new ones with your app's next code."

/** Turns the signed-in user's second factor on and off, and gives new recovery codes. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useRead('accounts.secondFactor', undefined)
  const start = useWrite('accounts.startSecondFactor')
  const renew = useWrite('accounts.renewRecoveryCodes')
  const disable = useWrite('accounts.disableSecondFactor')
  const [step, setStep] = useState<SetUpStep>()
  const isUnmounted = useIsUnmounted()
  const close = () => setStep(undefined)

  function showCodes(codes: string[]) {
    if (isUnmounted.current) notify({ type: 'error', message: unseen, durationMs: Infinity })
    else setStep({ step: 'codes', codes })
  }

  /** Whether the codes were replaced shows nowhere, and the code that was sent may be used. @throws for the dialog */
  function tellAsLost(error: unknown) {
    if (!isOutcomeUnknown(error)) throw error
    const failure = parseApiError(error)
    failure.message = `${uncertain} ${failure.detail}`
    if (!isUnmounted.current) throw failure
    notify({ type: 'error', message: failure.message, durationMs: Infinity })
  }

  return (
    <Panel
      title="Second factor"
      text="Signing in then asks for a code of an authenticator app on your phone as well."
    >
      {data ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex flex-wrap items-center gap-2">
            {data.enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
            {data.enabled && (
              <span className="text-muted text-sm">
                {data.recovery_codes_left} recovery codes left
              </span>
            )}
          </p>
          {data.enabled ? (
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setStep({ step: 'renew' })}>
                New recovery codes
              </Button>
              <Button variant="secondary" onClick={() => setStep({ step: 'disable' })}>
                Turn off
              </Button>
            </div>
          ) : (
            <Button onClick={() => setStep({ step: 'start' })}>Turn on</Button>
          )}
        </div>
      ) : (
        <NotLoaded error={error} refetch={refetch} block="h-11 w-full" />
      )}
      {step?.step === 'start' && (
        <ProvePasswordDialog
          title="Turn on the second factor"
          text="Have the authenticator app on your phone ready."
          submitLabel="Continue"
          onClose={close}
          onProve={async ({ password }) => {
            setStep({ step: 'confirm', ...(await start.mutateAsync({ password })) })
          }}
        />
      )}
      {step?.step === 'confirm' && (
        <ConfirmStep {...step} onClose={close} onConfirmed={showCodes} />
      )}
      {step?.step === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
      {step?.step === 'renew' && (
        <ProvePasswordDialog
          title="Get new recovery codes"
          text="Those that you had until now no longer work then."
          submitLabel="Continue"
          onClose={close}
          onProve={async (proof) => {
            try {
              showCodes((await renew.mutateAsync(proof)).recovery_codes)
            } catch (error) {
              tellAsLost(error)
            }
          }}
        />
      )}
      {step?.step === 'disable' && (
        <ProvePasswordDialog
          title="Turn off the second factor"
          text="Your password alone then lets anybody in who knows it."
          submitLabel="Turn off"
          isDanger
          onClose={close}
          onProve={async (proof) => {
            await disable.mutateAsync(proof)
            notify({ type: 'success', message: 'The second factor is off.' })
            close()
          }}
        />
      )}
    </Panel>
  )
}
