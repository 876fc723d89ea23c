import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  applicationUrl,
  type ChosenIds,
  parseApplicationUrl,
  stepAfter,
} from './application-url.ts'

/**
 * The step in the URL. Each step has its own history entry, so that Back goes one step back. In place of a step that
 * can't be shown, the last one before it is.
 */
export function useStepInUrl(canShow: (step: number) => boolean, chosen: ChosenIds) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const { step: asked, ...inUrl } = parseApplicationUrl(new URLSearchParams(search))
  let step = asked
  while (step > 1 && !canShow(step)) step -= 1
  const isElsewhere = asked !== step
  const url = applicationUrl(step, chosen)
  /** The steps that were gone through to this one. A shared link leads to a step without them. */
  const stepsBefore = (state as { stepsBefore?: number } | null)?.stepsBefore ?? 0

  useEffect(() => {
    if (!isElsewhere) return
    void navigate(url, { replace: true, preventScrollReset: true, state: { stepsBefore } })
  }, [isElsewhere, navigate, url, stepsBefore])

  return {
    step,
    /** Whether the step after it is asked for without the choice of this one: not where the choice is void. */
    isNextAsked: asked === step + 1 && asked > stepAfter(inUrl),
    goForwardTo: (next: number, choice = chosen) =>
      navigate(applicationUrl(next, choice), { state: { stepsBefore: stepsBefore + 1 } }),
    goBackTo: (earlier: number) =>
      step - earlier <= stepsBefore
        ? navigate(earlier - step)
        : navigate(applicationUrl(earlier, chosen)),
    replaceBy: (next: number, choice: ChosenIds) =>
      navigate(applicationUrl(next, choice), { replace: true, state: { stepsBefore } }),
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

/** How long nobody can have seen yet what is under the finger now. */
const secondTapMs = 400

/**
 * Ignores the second click of a double click: by then another element is under the pointer, such as a link in the
 * header. A phone may count the second of two taps as another first one. Presses of keys and scripts count as none.
 */
function ignoreSecondClick() {
  const controller = new AbortController()
  const isTouched = matchMedia('(pointer: coarse)').matches
  const seenAt = isTouched ? performance.now() + secondTapMs : 0
  const ignore = (event: MouseEvent) => {
    // Clicks of older Safaris don't tell what they are of.
    const isBefore = event.timeStamp < seenAt && (event as PointerEvent).pointerType !== 'mouse'
    if (event.detail > (isBefore ? 0 : 1)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'mousedown') controller.abort()
  }
  for (const type of ['mousedown', 'click'] as const) {
    addEventListener(type, ignore, { capture: true, signal: controller.signal })
  }
}
