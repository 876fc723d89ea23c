import { capitalize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'

/** Tells that a row is saved. @param isTypedOn whether more was typed since, which its form keeps */
export function notifySaved(name: string, isTypedOn: boolean) {
  const rest = isTypedOn ? ', but not yet what you typed since' : ''
  notify({ type: 'success', message: `${capitalize(name)} has been saved${rest}.` })
}
