import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { dismiss, notify } from '#ui/feedback/notify.ts'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import { authState, readAuthState } from '../../api/auth-state.ts'
import { parseApiError } from '../../api/errors.ts'
import { isOutcomeUnknown, notDone } from '../../api/outcome.ts'
import { useUser } from '../../api/use-auth-state.ts'
import { type ShowChange, type UndoableChange, UndoStrip } from './undo-strip.tsx'
import { useBatchUndo } from './use-batch-undo.tsx'

type Shown = UndoableChange | undefined

/**
 * Tells the last change and undoes it. Render `strip` where it covers nothing.
 * @param idle shown while there is no change, so that the place stays and nothing below it moves
 * @returns `show` takes a change, `undo` undoes it as the strip's button does
 */
export function useUndoStrip(idle?: ReactNode) {
  const [change, setChange] = useState<UndoableChange>()
  const last = useRef<UndoableChange>(undefined)
  const { strip, undo, tell, isUnmounted } = useUndoPlace({ change, replace, idle })

  function replace(next: Shown) {
    last.current = next
    setChange(next)
  }

  const show: ShowChange = (next, begun) => {
    const isLast = isLastOf(last.current, begun)
    // The page may have been left while the change was made.
    if (next && (isUnmounted.current || (!isLast && next.isFailure))) tell(next)
    if (isUnmounted.current) return
    const { notices = [] } = (isLast ? last.current : next) ?? {}
    for (const message of notices) notify({ type: 'info', message, durationMs: Infinity })
    if (isLast) replace(next)
  }

  return { strip, show, undo }
}

/**
 * Whether what has become of a change takes the place of the one that is shown: of itself while it was on its way, or of
 * none, as the changes after it were refused or closed.
 */
export const isLastOf = (shown: Shown, begun: Shown) => !begun || !shown || shown === begun

type KeptChange = {
  change: Shown
  /** Puts another one into its place. With `keepsEarlier` also called for one that is no longer the last. */
  replace: (next: Shown, before: Shown) => void
  /** Whether the list moves the focus on from a row that was changed. */
  leavesFocus?: boolean
  /** Whether the changes before the last one are kept as well. */
  keepsEarlier?: boolean
}

/** A change that is kept is not told anew when its page is opened again, or the one after it was undone. */
const toldChanges = new WeakSet<UndoableChange>()

/** As `useUndoStrip`, of a change that the caller keeps, as it outlasts the page or the strip. */
export function useKeptUndoStrip(kept: KeptChange) {
  const { strip } = useUndoPlace({ ...kept, told: toldChanges })
  return { strip }
}

/** A dialog that closes keeps the focus until it has faded away, within this time. */
const closingMs = 1000

type UndoPlace = KeptChange & {
  idle?: ReactNode
  /** The changes that are not told again. */
  told?: WeakSet<UndoableChange>
}

/**
 * The one place that tells the last change and undoes it: by a notification as well while the place is out of sight or
 * its page is left.
 */
function useUndoPlace(place: UndoPlace) {
  const { change, replace, idle, leavesFocus = false, keepsEarlier = false, told } = place
  const latest = useRef(change)
  latest.current = change
  const [busy, setBusy] = useState<UndoableChange>()
  const isBusy = change !== undefined && busy === change
  const batchUndo = useBatchUndo()
  const { id: userId } = useUser()
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef<UndoableChange>(undefined)
  const notification = useRef(0)
  const isUnmounted = useIsUnmounted()

  const arrive = useEffectEvent(() => {
    if (change && told?.has(change)) return false
    if (change) told?.add(change)
    const { top, bottom } = ref.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const isInSight = bottom >= 0 && top <= innerHeight
    if (!isInSight && change && !isBusy) notification.current = tell(change)
    return isInSight
  })

  const takeFocus = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    // What had the focus is gone: the dialog's button, or the pressed one.
    if (!change) focusBehind()
    else if (!leavesFocus) ref.current?.focus()
  })

  useEffect(() => {
    if (before.current === change) return
    before.current = change
    dismiss(notification.current)
    const until = performance.now() + closingMs
    let frame = requestAnimationFrame(() => arrive() && takeOnceFree())
    function takeOnceFree() {
      const isInDialog = document.activeElement?.closest('[role$="dialog"]')
      if (!isInDialog || performance.now() > until) takeFocus()
      else frame = requestAnimationFrame(takeOnceFree)
    }
    return () => cancelAnimationFrame(frame)
  }, [change])

  useEffect(() => () => dismiss(notification.current), [])

  function tell(shown: UndoableChange) {
    if (shown.isPending) return 0
    const action = isUndoable(shown) && { label: 'Undo', onPress: () => void undo(shown) }
    const type = shown.isFailure ? 'error' : 'success'
    const id = notify({ type, message: shown.text, ...(action && { action }) })
    // The next user did not do it.
    if (action)
      void authState.until(() => readAuthState().user?.id !== userId).then(() => dismiss(id))
    return id
  }

  async function undo(chosen: UndoableChange) {
    const { undo: one, batch } = chosen
    dismiss(notification.current)
    await run(
      chosen,
      async () => ({ text: batch ? await batchUndo.undo(batch) : ((await one?.()) ?? '') }),
      (error) => {
        const { detail } = parseApiError(error)
        const text = `This ${notDone(error, 'could not be')} undone. ${detail}`
        const failure = { text, isFailure: true }
        return isOutcomeUnknown(error) ? { ...chosen, ...failure } : failure
      },
    )
  }

  /** Shows what a button has done, or why it has not. The place of a newer change is left to that one. */
  async function run(
    chosen: UndoableChange,
    action: () => Promise<UndoableChange>,
    failed: (error: unknown) => UndoableChange,
  ) {
    setBusy(chosen)
    const outcome = await action().catch(failed)
    const isShown = keepsEarlier || latest.current === chosen
    if (isShown) replace(outcome, chosen)
    if (!isShown || isUnmounted.current) tell(outcome)
    setBusy((now) => (now === chosen ? undefined : now))
  }

  const done = change && { ...change, also: undefined, isFailure: false }
  const also = change?.also && {
    label: change.also.label,
    run: () =>
      void run(
        change,
        async () => ({ ...done, text: (await change.also?.run()) ?? '' }),
        (error) => ({
          ...(isOutcomeUnknown(error) ? change : done),
          text: parseApiError(error).message,
          isFailure: true,
        }),
      ),
  }

  const strip = (
    <>
      <div
        ref={ref}
        role="status"
        tabIndex={-1}
        className={classNames('outline-none', idle ? 'mb-2 min-h-11' : change ? 'mb-4' : '')}
      >
        {change ? (
          <UndoStrip
            change={change}
            isBusy={isBusy}
            also={also}
            onUndo={isUndoable(change) ? () => undo(change) : undefined}
            onClose={() => replace(undefined, change)}
          />
        ) : (
          idle
        )}
      </div>
      {batchUndo.dialogs}
    </>
  )
  return { strip, undo, tell, isUnmounted }
}

const isUndoable = ({ undo, batch }: UndoableChange) => undo !== undefined || batch !== undefined

/** The list or the page goes on where the strip was. */
function focusBehind() {
  const row = document.querySelector<HTMLElement>('[data-main-cell] :is(a, button)')
  const next = row ?? document.querySelector('main')
  next?.focus()
}
