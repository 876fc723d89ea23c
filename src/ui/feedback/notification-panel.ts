import { classNames } from '../class-names.ts'
import { dismiss, type Notification, notificationStore } from './notify.ts'

const looks = {
  success: { className: 'bg-success-soft text-success', mark: 'm4 10.5 4 4 8-9' },
  error: { className: 'bg-error-soft text-error', mark: 'M10 4v7m0 3.2v1.8' },
  info: { className: 'bg-info-soft text-info', mark: 'M10 9v7m0-12v1.8' },
}

/**
 * Shows the notifications in their panel, with React and without: the elements are its own, and React never touches
 * them.
 * @param panel has two live regions: of errors, and of all else
 * @returns the function that ends it
 */
export function startNotifications(panel: HTMLElement) {
  const controller = new AbortController()
  const { signal } = controller
  const shown = new Map<number, HTMLElement>()
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The notification whose time runs. */
  let timed: number | undefined
  /** While the panel has the focus: what had it before, and gets it back from a notification that goes. */
  let before: HTMLElement | null

  function update() {
    const notifications = notificationStore.getSnapshot()
    for (const [id, element] of shown) {
      if (notifications.some((one) => one.id === id)) continue
      // First of all: as the focus leaves it, this function is called again.
      shown.delete(id)
      // The pointer leaves an element that is removed without an event, and in some browsers the focus does.
      if (element.matches(':hover, :focus-within')) {
        isHeld = false
        before?.focus()
      }
      element.remove()
    }
    for (const notification of notifications) {
      if (shown.has(notification.id)) continue
      const element = createElement(notification)
      shown.set(notification.id, element)
      const region = panel.children[notification.type === 'error' ? 0 : 1]
      if (notification.durationMs < Infinity) {
        // Where one is shown at a time, its time would run out unseen behind one that stays.
        region?.insertBefore(element, region.querySelector('[data-lasting]'))
      } else {
        element.dataset.lasting = ''
        region?.append(element)
      }
    }
    const next = isHeld ? undefined : notifications.find(({ durationMs }) => durationMs < Infinity)
    if (timed === next?.id) return
    clearTimeout(timer)
    timed = next?.id
    if (next) timer = setTimeout(() => dismiss(next.id), next.durationMs)
  }

  function hold({ type, relatedTarget }: PointerEvent | FocusEvent) {
    isHeld = /enter|in$/.test(type)
    const isOutside = !panel.contains(relatedTarget as Node | null)
    if (/focus/.test(type) && isOutside) before = isHeld ? (relatedTarget as HTMLElement) : null
    update()
  }

  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const) {
    panel.addEventListener(type, hold, { signal })
  }
  const unsubscribe = notificationStore.subscribe(update)
  update()
  return () => {
    unsubscribe()
    controller.abort()
    clearTimeout(timer)
    for (const element of shown.values()) element.remove()
  }
}

function createElement({ id, type, message, action }: Notification) {
  const element = document.createElement('div')
  element.dataset.notification = type
  element.className = classNames(
    // One at a time on small screens, where several would cover the form; besides, the one that has the focus.
    'max-lg:not-first:not-focus-within:hidden',
    'pointer-events-auto mb-3 flex animate-rise items-start gap-3 rounded p-3 pl-4 shadow-high',
    '@max-2xs:gap-2 @max-2xs:p-2 @max-2xs:pl-3 @max-2xs:text-sm',
    'ring-1 ring-current/25 ring-inset',
    looks[type].className,
  )
  element.innerHTML = `<svg aria-hidden="true" viewBox="0 0 20 20" class="mt-1 size-5 shrink-0 fill-none stroke-current stroke-[2.5]"><path d="${looks[type].mark}"/></svg><div class="min-w-0 grow py-0.5 text-text"><p class="font-medium"></p></div><button type="button" aria-label="Close notification" class="grid size-8 shrink-0 place-items-center rounded-sm text-text hover:bg-text/10"><svg aria-hidden="true" viewBox="0 0 16 16" class="size-4 stroke-2 stroke-current"><path d="m3 3 10 10M13 3 3 13"/></svg></button>`
  const text = element.querySelector('p')
  if (text) text.textContent = message
  element.querySelector('button')?.addEventListener('click', () => dismiss(id))
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'min-h-8 font-semibold underline underline-offset-4'
    button.textContent = action.label
    button.addEventListener('click', action.onPress)
    text?.after(button)
  }
  return element
}
