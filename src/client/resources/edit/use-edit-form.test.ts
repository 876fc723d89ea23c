import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keepInTab } from '../tab-store.ts'
import { useEditForm } from './use-edit-form.ts'

const row = { rejected: { subject: 'Your application' }, moved: { subject: 'Another cohort' } }

/** A form that shows a field of the row. */
function MovedSubject() {
  const { form } = useEditForm(
    {
      row,
      keptAs: '1 settings emails',
      valuesOf: (emails = row) => ({ rejected: emails.rejected, moved: emails.moved }),
      save: () => Promise.reject(new Error('Nothing is saved here')),
    },
    () => {},
  )
  return form.watch('moved').subject
}

test('what was typed before an update of the site has the fields that the update brought', () => {
  const { moved, ...before } = row
  keepInTab('1 settings emails', { values: { rejected: { subject: 'Typed' } }, seen: before })
  const client = new QueryClient()
  const html = renderToString(
    createElement(QueryClientProvider, { client }, createElement(MovedSubject)),
  )
  expect(html).toBe(moved.subject)
})
