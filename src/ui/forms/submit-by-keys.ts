import type { KeyboardEvent } from 'react'

/** Submits a form by Ctrl+Enter in any of its fields: Enter alone begins a line in some, and opens others. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
