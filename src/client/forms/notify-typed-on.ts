import { notify } from '#ui/feedback/notify.ts'

/** Tells that a form is stored, and that what was typed meanwhile is in it still. @param done ends with a full stop */
export const notifyTypedOn = (done: string) =>
  notify({ type: 'success', message: `${done} What you typed since has not been sent yet.` })
