import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import { BookingTime } from './booking-time.tsx'

type BookingQuestionProps = {
  kind: 'choose' | 'change' | 'cancel'
  /** The time that is booked or cancelled. */
  time: { id: number; starts_at: string; ends_at: string }
  /** The URL that the form is posted to. */
  action: string
  backHref: string
  /** Whether no other time can be chosen once this one is cancelled. */
  isLast: boolean
  /** Why it could not be done. */
  problem: string | undefined
}

const texts = {
  choose: { question: 'Shall we book this time?', yes: 'Book this time', no: 'Another time' },
  change: { question: 'Shall we move your interview?', yes: 'Move to this time', no: 'Keep mine' },
  cancel: { question: 'Shall we cancel this time?', yes: 'Cancel my interview', no: 'Keep it' },
}

/** Asks before a time is booked or cancelled, and does it by a form that needs no JavaScript. */
export function BookingQuestion({
  kind,
  time,
  action,
  backHref,
  isLast,
  problem,
}: BookingQuestionProps) {
  const { question, yes, no } = texts[kind]
  return (
    <PlainForm method="post" action={action} className="max-w-xl rounded bg-raised p-6 shadow-low">
      <h2 className="text-2xl">{question}</h2>
      <p className="mt-5 font-semibold text-xl">
        <BookingTime time={time} />
      </p>
      {isLast && kind === 'cancel' && (
        <p className="mb-5">You can choose no other time afterwards.</p>
      )}
      {kind === 'cancel' ? (
        <input type="hidden" name="intent" value="cancel" />
      ) : (
        <input type="hidden" name="slot" value={time.id} />
      )}
      <FormError>{problem}</FormError>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" size="lg" variant={kind === 'cancel' ? 'danger' : 'primary'}>
          {yes}
        </Button>
        <ButtonLink to={backHref} size="lg" variant="secondary">
          {no}
        </ButtonLink>
      </div>
    </PlainForm>
  )
}
