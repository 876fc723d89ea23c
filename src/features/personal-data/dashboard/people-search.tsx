import { useRef, useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { FoundPerson } from '../contract.ts'
import { PersonCard } from './person-card.tsx'
import { PrivacyRequests } from './requests.tsx'

/** Finds people by email or phone number, and shows what is stored of them. */
export function PeopleSearch() {
  const find = useWrite('personalData.find')
  const [people, setPeople] = useState<FoundPerson[]>()
  const searches = useRef(0)
  const form = useCallForm({ sought: '' }, async (values) => {
    searches.current += 1
    const search = searches.current
    const found = await find.mutateAsync(values)
    // The answer to an earlier search may come after that to a later one.
    if (search === searches.current) setPeople(found.people)
  })
  return (
    <div className="mb-8 grid gap-4">
      <PrivacyRequests
        onLook={(email) => {
          form.setValue('sought', email)
          void form.submit()
        }}
      />
      <form
        noValidate
        onSubmit={form.submit}
        className="flex flex-wrap items-start gap-3 rounded bg-raised p-5 shadow-low"
      >
        <TextField
          {...form.field('sought')}
          label="Email or phone number"
          type="search"
          autoComplete="off"
          required
          className="min-w-0 max-w-lg grow basis-64"
        />
        <Button type="submit" isBusy={form.isBusy} className="sm:mt-6.5">
          Find
        </Button>
        <FormError>{form.problem}</FormError>
      </form>
      <div role="status" className="grid gap-4 empty:absolute">
        {people?.length === 0 && <p className="text-sm">Nobody has given that phone number.</p>}
        {people?.map((person) => (
          <PersonCard key={person.email} person={person} onErased={() => void form.submit()} />
        ))}
      </div>
    </div>
  )
}
