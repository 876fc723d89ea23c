import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { doWithout, importWithRetry } from './import-with-retry.ts'
import { onVisible } from './on-visible.ts'

type LaterProps = { /** Unlike any other part's on the page. */ name: string; children: ReactNode }

/**
 * The place of a part whose script comes later (see `whenNear`). The server writes the part whole; until its script is
 * there, its links are plain links, and a form that is sent waits for it.
 */
export function LazySection({ name, children }: LaterProps) {
  // In a page that the browser draws itself, nothing stands where the script can't be had: the server has it all.
  useEffect(() => {
    if (abandoned.has(name)) location.reload()
  }, [name])
  return (
    <div data-later={name}>
      <Suspense>
        {children}
        <Arrival name={name} />
      </Suspense>
    </div>
  )
}

/** What is to be done once the script of a part has taken it over, or never will. */
const arrivals = new Map<string, () => void>()
/** The parts whose scripts can't be had, such as after a new version. */
const abandoned = new Set<string>()

function Arrival({ name }: { name: string }) {
  useEffect(() => release(name), [name])
  return null
}

function release(name: string) {
  arrivals.get(name)?.()
  arrivals.delete(name)
}

/**
 * Makes of a part's import one that waits until the reader gets near the part's place, or first touches the page:
 * `lazy(whenNear('steps', async () => ({ default: (await import('../steps.tsx')).Steps })))`. In a page that the browser
 * draws itself, after a navigation, it doesn't wait. A part that the server has written stays as it is when its script
 * can't be had: its links lead on, and its form posts as it does without JavaScript.
 */
export function loadWhenVisible<Props>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return async () => {
    if (typeof document !== 'undefined') await isWanted(name)
    return importWithRetry(load).catch((error: unknown) => {
      if (!arrivals.has(name)) throw error
      abandoned.add(name)
      release(name)
      return doWithout(error)
    })
  }
}

function isWanted(name: string) {
  return new Promise<void>((resolve) => {
    const place = document.querySelector<HTMLElement>(`[data-later="${name}"]`)
    if (!place) return resolve()
    holdForms(place, name)
    onVisible(place, '75%', resolve)
    // A navigation begins with one of these, and must not wait for a part that nobody has got near.
    for (const sign of ['pointerdown', 'keydown', 'click']) {
      addEventListener(sign, () => resolve(), { once: true, passive: true })
    }
  })
}

/** Keeps a form that is sent too early, and sends it when its script is there. */
function holdForms(place: HTMLElement, name: string) {
  let sent: SubmitEvent | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    sent = event
  }
  place.addEventListener('submit', hold)
  arrivals.set(name, () => {
    place.removeEventListener('submit', hold)
    if (sent) (sent.target as HTMLFormElement).requestSubmit(sent.submitter)
  })
}
