import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The step in the URL (`?step=2`). Each step has its own history entry, so that Back goes one step back. A step that
 * can't be shown, such as after a reload, falls back to step 1.
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
    /** Each step was entered from the one before, so earlier steps are in the history. */
    goBackTo: (earlier: number) => navigate(earlier - step),
    replaceBy: (next: number) => navigate({ search: `?step=${next}` }, { replace: true }),
  }
}

/** On every step change, scrolls smoothly to the top and focuses the step's heading. */
export function useStepArrival(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    ignoreSecondClick()
    heading.current?.focus({ preventScroll: true })
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  }, [step])
  return heading
}

/**
 * Ignores the second click of a double click: by then another element is under the pointer, such as a link in the
 * header.
 */
function ignoreSecondClick() {
  const controller = new AbortController()
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'mousedown') controller.abort()
  }
  for (const type of ['mousedown', 'click'] as const) {
    addEventListener(type, ignore, { capture: true, signal: controller.signal })
  }
}
