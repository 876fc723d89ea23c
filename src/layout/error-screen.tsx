import { lazy, Suspense, useEffect, useRef } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { Button } from '#ui/button.tsx'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

// By hand: `lazyComponent` would weigh on every page.
const NotFound = lazy(async () => ({
  default: (await importWithRetry(() => import('./not-found.tsx'))).NotFound,
}))

/** Shown when a page fails; shows the 404 page for a 404 response. */
export function ErrorScreen({ error }: { error: unknown }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The reader may be far below the heading when the page fails.
  useEffect(() => heading.current?.focus(), [])
  if (isNotFound(error)) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  }
  return (
    <section className="wrap grid min-h-[70dvh] place-content-center justify-items-center gap-4 py-section text-center">
      <div className="mb-4 h-28 w-28 [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]">
        <Imigongo seed="error" bands={4} unitPx={1.75} />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Something went wrong
      </h1>
      <p className="measure text-lg text-muted">{messageOf(error)}</p>
      <Button size="lg" className="mt-4 noscript:hidden" onClick={() => location.reload()}>
        Reload page
      </Button>
      <noscript>
        {/* biome-ignore lint/a11y/useValidAnchor: leads to this page */}
        <a href="" className="font-semibold text-primary underline">
          Reload page
        </a>
      </noscript>
    </section>
  )
}

/** Whether the error is a loader's 404 response: `data(null, { status: 404 })`. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

/** What React Router says in place of an error's message that is the server's own affair. */
const hiddenMessage = 'Unexpected Server Error'

function messageOf(error: unknown): string {
  const message = isRouteErrorResponse(error)
    ? (error.data?.detail ?? error.statusText)
    : error instanceof Error && error.message !== hiddenMessage
      ? error.message
      : ''
  return message || 'An unexpected error occurred'
}
