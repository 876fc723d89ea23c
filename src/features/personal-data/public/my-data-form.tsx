import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import { useIsMailSetUp } from '#client/mail-note.ts'
import type { RefusedForm } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { EmailField } from '#ui/forms/text-field.tsx'
import { linkRequested, myDataForm } from '../validation.ts'

/** Asks for a link to one's own data. Without JavaScript it posts to `/my-data`. */
export function MyDataForm({ refused }: { refused?: RefusedForm<'email'> }) {
  const [isSent, setIsSent] = useState(false)
  const isMailSetUp = useIsMailSetUp()
  const { formProps, field, errors, isBusy } = usePublicForm(myDataForm, {
    refused,
    async send(payload) {
      setIsSent(false)
      await api.personalData.requestLink(payload)
      setIsSent(true)
      return true
    },
  })
  return (
    <form {...formProps} action="/my-data" className="grid max-w-md gap-5">
      <EmailField {...field('email')} label="Your email" />
      <SpamFields />
      <FormError>{errors.summary}</FormError>
      <div>
        <Button type="submit" size="lg" isBusy={isBusy}>
          Send me a link
        </Button>
      </div>
      <p role="status" className="font-semibold text-success empty:absolute">
        {isSent && linkRequested(isMailSetUp)}
      </p>
    </form>
  )
}
