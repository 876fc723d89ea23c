/** What is held before anything else has come, and handed over to who knows what to do with it. */
export const heldTypes = ['pointerdown', 'focusin', 'input', 'change', 'click', 'submit'] as const

type TakeOver = (event: Event) => void

const name = 'takeover'

/** Has the events that were held done by a function, and no more held. */
export const takeOver = (detail: TakeOver) => dispatchEvent(new CustomEvent(name, { detail }))

/** @param handOver gets the function that takes the events */
export const onTakeOver = (handOver: (take: TakeOver) => void) =>
  addEventListener(name, (event) => handOver((event as CustomEvent<TakeOver>).detail), {
    once: true,
  })

/** Presses again what an event was held of: a link, a button or a form. */
export function pressAgain(event: Event) {
  const target = event.target as HTMLElement
  if (!event.defaultPrevented) return
  if (event.type === 'submit') {
    const form = target as HTMLFormElement
    form.requestSubmit((event as SubmitEvent).submitter)
  } else {
    target.closest<HTMLElement>('a,button')?.click()
  }
}
