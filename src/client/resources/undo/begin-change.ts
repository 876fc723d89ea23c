import type { ShowChange, UndoableChange } from './undo-strip.tsx'

/**
 * Shows that a change is on its way, so that nobody undoes the one before it instead.
 * @returns shows what has become of it, or nothing any more
 */
export function beginChange(show: ShowChange, text: string) {
  const begun = { text, isPending: true }
  show(begun)
  return (outcome?: UndoableChange) => show(outcome, begun)
}
