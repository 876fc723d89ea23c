import { dismiss, notify } from '../feedback/notify.ts'

let told: number[] = []

/** Shows an error notification for each message, in place of those of the attempt before. */
export function showErrors(messages: readonly string[]) {
  for (const id of told) dismiss(id)
  told = messages.map((message) => notify({ type: 'error', message }))
}
