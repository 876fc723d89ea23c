import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { importWithRetry, logAndSuspend } from './import-with-retry.ts'
import { onVisible } from './on-visible.ts'

type LazySectionProps = { /** Unique on the page. */ name: string; children: ReactNode }

/**
 * A section whose script is loaded later (see `loadWhenVisible`). The server renders the whole section. Until its
 * script has loaded, its links are plain links, and a submitted form waits for the script.
 */
export function LazySection({ name, children }: LazySectionProps) {
  // Without its script, a section that the browser renders stays empty. A reload gets it from the server.
  useEffect(() => {
    if (failedSections.has(name)) location.reload()
  }, [name])
  return (
    <div data-lazy={name}>
      <Suspense>
        {children}
        <HydrationSignal name={name} />
      </Suspense>
    </div>
  )
}

/** Callbacks by name of the section, for the time when its script has hydrated it or has failed to load. */
const onHydration = new Map<string, () => void>()
/** The sections whose scripts could not be loaded, such as after a new version was deployed. */
const failedSections = new Set<string>()

function HydrationSignal({ name }: { name: string }) {
  useEffect(() => signalHydration(name), [name])
  return null
}

function signalHydration(name: string) {
  onHydration.get(name)?.()
  onHydration.delete(name)
}

/**
 * Delays the import of a section until the section is nearly visible, or until the first interaction with the page:
 * `lazy(loadWhenVisible('steps', async () => ({ default: (await import('../numbered-steps.tsx')).NumberedSteps })))`. After a
 * navigation, when the browser renders the page, it doesn't wait. When the script can't be loaded, the section keeps the
 * server's HTML: its links work, and its form posts as it does without JavaScript.
 */
export function loadWhenVisible<Props>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return async () => {
    if (typeof document !== 'undefined') await isWanted(name)
    return importWithRetry(load).catch((error: unknown) => {
      if (!onHydration.has(name)) throw error
      failedSections.add(name)
      signalHydration(name)
      return logAndSuspend(error)
    })
  }
}

function isWanted(name: string) {
  return new Promise<void>((resolve) => {
    const place = document.querySelector<HTMLElement>(`[data-lazy="${name}"]`)
    if (!place) return resolve()
    holdForms(place, name)
    onVisible(place, '75%', resolve)
    // A navigation begins with one of these events, and must not wait for a section that is out of view.
    for (const type of ['pointerdown', 'keydown', 'click']) {
      addEventListener(type, () => resolve(), { once: true, passive: true })
    }
  })
}

/** Holds back a form that is submitted before the script has loaded, and submits it again afterwards. */
function holdForms(place: HTMLElement, name: string) {
  let sent: SubmitEvent | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    sent = event
  }
  place.addEventListener('submit', hold)
  onHydration.set(name, () => {
    place.removeEventListener('submit', hold)
    if (sent) (sent.target as HTMLFormElement).requestSubmit(sent.submitter)
  })
}
