import { type Control, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { type ApplicationValues, keyFields } from './application-values.ts'

/** Submits the form around it; disabled until the key fields are filled. */
export function SubmitButton({
  control,
  isBusy,
}: {
  control: Control<ApplicationValues>
  isBusy: boolean
}) {
  const values = useWatch({ control, name: keyFields })
  const isFilled = values.every((value) => value?.trim())
  return (
    <Button type="submit" disabled={!isFilled} isBusy={isBusy} busyLabel="Processing...">
      <span className="sm:hidden">Submit</span>
      <span className="max-sm:hidden">Submit Application</span>
    </Button>
  )
}
