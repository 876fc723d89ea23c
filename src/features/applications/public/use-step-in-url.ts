import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * A step that stands in the URL (`?step=2`), with an entry of the browser's history for each, so that Back goes
 * one step back. What the URL asks for and can't be shown, such as after a reload, is step 1.
 */
export function useStepInUrl(canShow: (step: number) => boolean) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const param = new URLSearchParams(search).get('step')
  const asked = param === null ? 1 : Number(param)
  const step = canShow(asked) ? asked : 1
  const isElsewhere = asked !== step

  useEffect(() => {
    if (isElsewhere) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [isElsewhere, navigate, pathname])

  return {
    step,
    goForwardTo: (next: number) => navigate({ search: `?step=${next}` }),
    /** Every step is entered from the one before, so earlier steps lie behind in the history. */
    goBackTo: (earlier: number) => navigate(earlier - step),
    replaceBy: (next: number) => navigate({ search: `?step=${next}` }, { replace: true }),
  }
}

/** On every change of step, scrolls smoothly to the top and puts the focus on the step's heading. */
export function useStepArrival(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    holdSecondClick()
    heading.current?.focus({ preventScroll: true })
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  }, [step])
  return heading
}

/**
 * By the second click of a double click another thing lies under the pointer, a link of the header for one: it does
 * nothing, until somebody begins to click anew.
 */
function holdSecondClick() {
  const held = new AbortController()
  const hold = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'mousedown') held.abort()
  }
  for (const type of ['mousedown', 'click'] as const) {
    addEventListener(type, hold, { capture: true, signal: held.signal })
  }
}
