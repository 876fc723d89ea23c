import { type ComponentType, type ReactNode, Suspense } from 'react'

type LaterProps = { /** Unlike any other part's on the page. */ name: string; children: ReactNode }

/**
 * The place of a part whose script comes later (see `whenNear`). The server writes the part whole; until its script is
 * there, its links are plain links.
 */
export function Later({ name, children }: LaterProps) {
  return (
    <div data-later={name}>
      <Suspense>{children}</Suspense>
    </div>
  )
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
    return load()
  }
}

function isWanted(name: string) {
  return new Promise<void>((resolve) => {
    const place = document.querySelector(`[data-later="${name}"]`)
    if (!place) return resolve()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '75%' },
    )
    observer.observe(place)
    // A navigation begins with one of these, and must not wait for a part that nobody has got near.
    for (const sign of ['pointerdown', 'keydown', 'click']) {
      addEventListener(sign, () => resolve(), { once: true, passive: true })
    }
  })
}
