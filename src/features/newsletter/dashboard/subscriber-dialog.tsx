import { useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Subscriber } from '../contract.ts'

export const subscriberName = ({ email }: Subscriber) => email

const valuesOf = (subscriber: Subscriber | undefined) => ({ email: subscriber?.email ?? '' })

const hintOf = (subscriber: Subscriber | undefined) =>
  `${subscriber ? 'At another address they' : 'They'} get an email with a link to confirm it.`

type SubscriberDialogProps = {
  /** The subscriber to edit; undefined adds a new one. */
  subscriber?: Subscriber
  onClose: () => void
}

export function SubscriberDialog({ subscriber, onClose }: SubscriberDialogProps) {
  const create = useWrite('newsletter.create')
  const update = useWrite('newsletter.update')

  return (
    <EditDialog
      noun="subscriber"
      savedBy="newsletter.update"
      row={subscriber}
      rowName={subscriberName}
      valuesOf={valuesOf}
      save={({ email }, seen) =>
        seen
          ? update.mutateAsync({ email, id: seen.id, expected_updated_at: seen.updated_at })
          : create.mutateAsync({ email })
      }
      onClose={onClose}
    >
      {(field) => (
        <TextField
          {...field('email')}
          label="Email"
          hint={subscriber?.status === 'UNSUBSCRIBED' ? undefined : hintOf(subscriber)}
          type="email"
          inputMode="email"
          autoComplete="off"
          required
        />
      )}
    </EditDialog>
  )
}
