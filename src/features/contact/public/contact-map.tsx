import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useCompany } from '#client/use-company.ts'
import { addressLines, mapUrls } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { focusInPlaceOf } from '#ui/focus-if-lost.ts'
import { MapPin } from '#ui/icons.ts'
import { onVisible } from '#ui/lazy/on-visible.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

/** The timeout for reaching the map service, longer than slow connections need. */
const timeoutMs = 12_000

/**
 * The office's location. The embedded map loads on request or, unless the visitor saves data, when it is near the
 * viewport. The linked address needs no map, and stays if the map service can't be reached.
 */
export function ContactMap() {
  const { contact } = useCompany()
  const address = addressLines(contact).join(', ')
  const { frame, link } = mapUrls(contact)
  const { box, state, show } = useMap(frame)
  const section = useRef<HTMLElement>(null)

  function showPressed({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    focusInPlaceOf(currentTarget, section.current)
    void show()
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby="map-heading" className="wrap pb-section">
      <div className="overflow-hidden rounded bg-raised shadow-low">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-5 sm:px-8">
          <h2 id="map-heading" className="text-xl">
            Visit us in {contact.city}
          </h2>
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-8 items-center gap-2 font-semibold text-primary underline underline-offset-4"
          >
            <MapPin aria-hidden="true" className="size-5 shrink-0" />
            {address}
            <span className="sr-only"> (on the map, in a new window)</span>
          </a>
        </div>
        <div
          ref={box}
          data-hydrates="near"
          data-map=""
          className="relative h-[20rem] overflow-hidden bg-sand sm:h-[26rem]"
        >
          {state !== 'shown' && (
            <div role="status" className="absolute inset-0 grid place-items-center overflow-y-auto">
              <div aria-hidden="true" className="absolute inset-0 opacity-15">
                <Imigongo seed="ikarita" bands={5} unitPx={4} />
              </div>
              {/* A new element for each state, because resizing the old one would count as a layout shift. */}
              <div
                key={state}
                className="relative mx-4 flex max-w-md flex-col items-center gap-4 rounded bg-raised p-6 text-center shadow-low"
              >
                <p>
                  {state === 'failed'
                    ? 'The map cannot be reached right now. The address above opens it in a new window.'
                    : state === 'loading'
                      ? 'Loading the map…'
                      : 'The map comes from OpenStreetMap.'}
                </p>
                {state !== 'loading' && (
                  <Button variant="secondary" onClick={showPressed} className="noscript:hidden">
                    {state === 'failed' ? 'Try again' : 'Show the map'}
                  </Button>
                )}
              </div>
            </div>
          )}
          {state === 'shown' && (
            <iframe title={`Map of the office at ${address}`} src={frame} className="size-full" />
          )}
        </div>
      </div>
    </section>
  )
}

type MapState = 'waiting' | 'loading' | 'shown' | 'failed'

function useMap(frame: string) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<MapState>('waiting')

  /** A frame reports no load errors, so this requests the service first. */
  const show = useCallback(async () => {
    setState('loading')
    try {
      await fetch(frame, { mode: 'no-cors', signal: AbortSignal.timeout(timeoutMs) })
      setState('shown')
    } catch {
      setState('failed')
    }
  }, [frame])

  useEffect(() => {
    const isSaving = document.documentElement.dataset.saves !== undefined
    if (box.current && !isSaving) return onVisible(box.current, '200px', show)
  }, [show])

  return { box, state, show }
}
