import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { loadPart } from './load-part.ts'
import { onceNear } from './once-near.ts'

type LaterProps = { /** Unlike any other part's on the page. */ name: string; children: ReactNode }

/**
 * The place of a part whose script comes later (see `whenNear`). The server writes the part whole; until its script is
 * there, its links are plain links, and a form that is sent waits for it.
 */
export function Later({ name, children }: LaterProps) {
  return (
    <div data-later={name}>
      <Suspense>
        {children}
        <Arrival name={name} />
      </Suspense>
    </div>
  )
}

/** What is to be done once the script of a part has taken it over. */
const arrivals = new Map<string, () => void>()

function Arrival({ name }: { name: string }) {
  useEffect(() => {
    arrivals.get(name)?.()
    arrivals.delete(name)
  }, [name])
  return null
}

/**
 * Makes of a part's import one that waits until the reader gets near the part's place, or first touches the page:
 * `lazy(whenNear('steps', async () => ({ default: (await import('./steps.tsx')).Steps })))`. In a page that the browser
 * draws itself, after a navigation, it doesn't wait.
 */
export function whenNear<Props>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return async () => {
    if (typeof document !== 'undefined') await isWanted(name)
    return loadPart(load)
  }
}

function isWanted(name: string) {
  return new Promise<void>((resolve) => {
    const place = document.querySelector<HTMLElement>(`[data-later="${name}"]`)
    if (!place) return resolve()
    holdForms(place, name)
    onceNear(place, '75%', resolve)
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
