import { dismiss, notify } from '../feedback/notify.ts'

let shownIds: number[] = []

/** Shows an error notification for each message, and removes those of the previous attempt. */
export function showErrors(messages: readonly string[]) {
  for (const id of shownIds) dismiss(id)
  shownIds = messages.map((message) => notify({ type: 'error', message }))
}
